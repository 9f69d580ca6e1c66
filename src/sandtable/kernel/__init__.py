"""The kernel: a rule asks, somebody answers. Standard library only; the same files run in the browser."""
