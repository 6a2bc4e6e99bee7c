"""The layout of a PDF page by page: from the characters of PDFium to the sections and sentences of a paper.

The stages, in the order in which `formats.papers.pdf` calls them:

1. `document.read_pages` opens the file, checks the number of pages and reads each page.
2. `lines.read_page` turns PDFium's characters into printed lines, with position, size and type; `characters` mends
   ligatures and accents and tells note marks from exponents.
3. `layout` finds the body size and the columns, orders the lines of each page for reading, and marks headers, footers
   and page numbers.
4. `roles.mark_notes` tells prose from captions, tables, formulas, footnotes and the like.
5. `paper.PaperReader` walks the lines and builds the paper: title, sections, paragraphs, and what is left out and why.

Slides (`formats.slides.pdf_slides`) stop after stage 3. Coordinates are points with y upwards, as in PDF.
"""
