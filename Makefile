# The menu. Everything here is a short name for a command that works without make.

PIN = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

.PHONY: help up test format requirements upgrade
help:            ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

up:              ## start Lectern here
	python3 manage.py up

test:            ## every check and test
	python3 manage.py test

format:          ## put Python and TypeScript into shape
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	cd frontend && npm run format

requirements:    ## pin what requirements*.in ask for, with hashes; keeps versions that still fit
	$(PIN) requirements.in -o requirements.txt
	$(PIN) requirements-dev.in -o requirements-dev.txt

upgrade:         ## the same, to the newest versions
	$(PIN) --upgrade requirements.in -o requirements.txt
	$(PIN) --upgrade requirements-dev.in -o requirements-dev.txt
	grep -o '^uv==' annotator/launch/uv.txt | tr -d '=' | $(PIN) --upgrade - -o annotator/launch/uv.txt
