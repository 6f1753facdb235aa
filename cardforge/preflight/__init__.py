"""Check any PDF, ours or not, for faults that a print shop would reject or warn about.

`inspection` reads a finished file; `own_pages` judges ours by what is known of them.
"""
