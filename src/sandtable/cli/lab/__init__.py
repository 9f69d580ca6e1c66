"""``sandtable lab``: each verb is a module of its own."""
