"""Other people's queues as targets: their own worker and store, crashed at every command."""
