"""Who reviews what, and how it goes: slots, board, quality control, agreement, figures, overview."""
