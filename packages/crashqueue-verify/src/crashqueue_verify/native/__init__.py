"""CrashQueueLab's own format: recognising it, replaying its histories, checking its invariants.

Everything here repeats docs/reference/format.md in its own words and shares no code with the queue.
"""
