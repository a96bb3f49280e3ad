"""Crash sites that nobody chose: every statement and every file operation of every operation."""
