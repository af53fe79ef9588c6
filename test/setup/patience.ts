// A test outside `faults` that takes longer hangs. On a busy machine, none took half of it.
jest.setTimeout(600_000);
