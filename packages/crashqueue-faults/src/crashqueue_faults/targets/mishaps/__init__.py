"""What else happens to a worker: other mishaps than one crash between two commands."""
