"""Figures in the print shop's three inks: drawn once, and shown alike on the page, in the report, on paper and in a notebook."""
