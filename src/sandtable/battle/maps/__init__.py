"""Maps of scenarios as SVG: ink on paper, to scale, drawn and never flickering, since every stroke comes from the scenario's own seed."""
