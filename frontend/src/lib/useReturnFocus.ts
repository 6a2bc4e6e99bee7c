import { type RefObject, useEffect } from 'react';

/**
 * Gives the focus back when what took it (a dialog that is mounted only while it is open) goes: to what had it before,
 * or to `to` where that is gone by then, as an entry of a menu is.
 */
export function useReturnFocus(to?: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      const back = before instanceof HTMLElement && before !== document.body && !to ? before : to?.current;
      // After the dialog has let go of it; a page that was opened meanwhile has taken it already.
      setTimeout(() => {
        if (document.activeElement === document.body && back?.isConnected) back.focus();
      });
    };
  }, [to]);
}
