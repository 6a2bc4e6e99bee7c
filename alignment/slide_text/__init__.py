"""Text of slides from pictures: blocks that a reader saw, merged into paragraphs, near-duplicate frames folded.

`blocks` what a reader gives, and of which kind it is · `merging` paragraphs by the paper's rules, with their figures ·
`folding` frames that show the same slide · `ocr` readers of pictures.

Source: Chen et al. 2024, M3AV: A Multimodal, Multigenre, and Multipurpose Audio-Visual Academic Lecture Dataset (ACL).
"""
