"""The lab's battles on many machines, by Dask. Needs the extra ``cluster``."""
