"""The lab in the browser: runs in a process of their own, one at a time, which everybody may look at and stop."""
