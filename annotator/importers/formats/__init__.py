"""The formats, one file each, named after `Format.name`; the packages group them by what they hold."""
