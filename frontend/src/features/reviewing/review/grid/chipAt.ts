/** The chip at a place: also between the lines of its text, where the pointer is on none of its letters. */

/** Half of what is left between two lines of text, in pixels, and a little more. */
const leading = 4;

export function chipAt(event: { target: EventTarget | null; clientX: number; clientY: number }): HTMLElement | null {
  const target = event.target instanceof Element ? event.target : null;
  const chip = target?.closest<HTMLElement>('[data-chip]');
  if (chip) return chip;
  const chips = target?.closest('[data-chips]')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
  const { clientX: x, clientY: y } = event;
  for (const near of chips)
    for (const { left, right, top, bottom } of near.getClientRects())
      if (x >= left - leading && x <= right + leading && y >= top - leading && y <= bottom + leading) return near;
  return null;
}
