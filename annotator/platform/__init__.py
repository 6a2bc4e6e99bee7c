"""What every domain stands on and what knows no project: background work, errors, files, e-mail, the API's frame."""
