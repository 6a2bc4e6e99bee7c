"""How records are written: gold, releases, figures and activity, as lines, tables and archives."""
