"""Engines that keep a queue on disk."""
