"""Queues that other libraries keep: recognised by a profile, normalized, and judged by rules.

A profile is a TOML file; `profile` has its values, `model` the tables that every queue becomes.
"""
