"""The base of every domain, which knows no project: background work, errors, files, e-mail, the API's frame."""
