"""A SQLite whose file operations the laboratory sees, and the queue on top of it.

Needs the extra `crashqueue-faults[engine]`: APSW, which lets a VFS be written in Python.
"""
