// Filled by the modules that follow.
