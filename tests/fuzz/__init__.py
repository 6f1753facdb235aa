"""A fuzzer: real files and requests, damaged by a seed, against real commands in processes with limits.

`projects` holds the files to start from, `mutations` damages them, `kinds` says which file and which commands make a
run, `guard` runs them and judges, and `python -m tests.fuzz` runs many. Everything follows from the number of a run.
"""
