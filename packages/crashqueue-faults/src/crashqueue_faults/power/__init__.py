"""Power loss: every content that the files may have afterwards, and what the queue makes of it."""
