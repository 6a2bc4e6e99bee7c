/**
 * What every dialog of the editor says to screen readers: its close button's name, and that its head is no banner. The
 * focus goes back to the active row, which may be another than the one that had it before: the rows see to that.
 */

export const plainModal = {
  returnFocus: false,
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
} as const;
