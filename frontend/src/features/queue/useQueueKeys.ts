import { useEffect, useRef } from 'react';

/** What the keys of the page do; undefined where there is nothing to do. */
export interface QueueKeys {
  Enter?: () => void;
  r?: () => void;
  s?: () => void;
  l?: () => void;
}

const busy = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]';

/** Enter goes on, R fixes what was returned, S skips, L opens the guidelines; J and K move through what can be opened. */
export function useQueueKeys(keys: QueueKeys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const on = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (event.isComposing || event.repeat || on.closest?.(busy) || document.querySelector('[role="dialog"]')) return;
      const name = event.key === 'Enter' ? 'Enter' : event.key.toLowerCase();
      // A button or link that has the focus does what it says.
      if (name === 'Enter' && on.closest?.('a, button')) return;
      if (name === 'j' || name === 'k') {
        event.preventDefault();
        move(name === 'j' ? 1 : -1);
        return;
      }
      const act = name in latest.current ? latest.current[name as keyof QueueKeys] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function move(by: 1 | -1) {
  const items = [...document.querySelectorAll<HTMLElement>('[data-item]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by));
  items[to]?.focus();
}
