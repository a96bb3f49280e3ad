"""Servers that an experiment starts for itself, and stops."""
