import { useEffect } from 'react';

/**
 * Takes the second click of a double click away from what submits a form or is marked `data-once`: it comes before the
 * button is drawn as busy, and would do what is done a second time.
 */
export function useSingleClicks() {
  useEffect(() => {
    const drop = (event: MouseEvent) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (event.detail < 2 || !button) return;
      if (button.type !== 'submit' && button.dataset.once === undefined) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener('click', drop, { capture: true });
    return () => removeEventListener('click', drop, { capture: true });
  }, []);
}
