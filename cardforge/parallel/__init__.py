"""Work on all cores: by forks of this process, by a pool of processes, or by threads.

`map_in_forks` is for work that needs what this process has in its memory, `map_in_processes` for work that can be
pickled, `map_in_threads` for work that Pillow or zlib does outside Python. All give results in the order of the parts.
"""
