"""Run work on all cores: in forks of this process, in a process pool, or in threads.

`map_in_forks` is for work that needs data in the memory of this process, `map_in_processes` for work that can be
pickled, `map_in_threads` for Pillow and zlib, which release the GIL. All give results in the order of the parts.
"""
