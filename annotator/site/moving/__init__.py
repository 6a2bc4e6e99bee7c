"""A whole project as one archive, and a project made of one again, on this Lectern or another.

`tables` what goes along, what does not and why · `manifests` what an archive says of itself · `exporting` ·
`importing` · `transfers` the work that people ask for.
"""
