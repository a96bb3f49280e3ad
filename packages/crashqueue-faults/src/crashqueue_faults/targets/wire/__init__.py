"""Hearing each command to a server between a worker and it."""
