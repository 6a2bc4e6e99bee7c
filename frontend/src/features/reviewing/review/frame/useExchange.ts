/** Keeps an open review in step with the server: edits are sent when there is a network, and others' are looked for. */

import { useWindowEvent } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Editor } from '../editor/editor';

/** In milliseconds. */
const lookEvery = 15_000;

export function useExchange(editor: Editor): void {
  const { queue } = editor.exchange;
  useWindowEvent('online', () => queue.wake());
  useWindowEvent('offline', () => queue.offline());
  // Without storage what waits would be lost with the page: the browser asks.
  useWindowEvent('beforeunload', (event) => {
    const { waiting, parked, aside, durable } = editor.state.queue;
    if (!durable && waiting.length + parked.length + aside.length > 0) event.preventDefault();
  });
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void editor.exchange.catchUp();
    };
    const timer = setInterval(look, lookEvery);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [editor]);
}
