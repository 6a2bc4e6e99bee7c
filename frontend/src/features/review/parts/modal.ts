/** What every dialog of the editor says to screen readers: its close button's name, and that its head is no banner. */

export const plainModal = {
  closeButtonProps: { 'aria-label': 'Close' },
  attributes: { header: { role: 'presentation' } },
} as const;
