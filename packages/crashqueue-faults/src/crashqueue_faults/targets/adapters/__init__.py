"""One module per library, each of the shape of `crashqueue_faults.targets.target.Target`."""
