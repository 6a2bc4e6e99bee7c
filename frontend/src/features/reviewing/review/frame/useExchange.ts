/** Keeps an open review in step with the server: edits are sent when there is a network, and others' are looked for. */

import { useEffect } from 'react';
import type { Editor } from '../editor/editor';

export function useExchange(editor: Editor): void {
  useEffect(() => {
    const wake = () => editor.exchange.queue.wake();
    const offline = () => editor.exchange.queue.offline();
    const look = () => {
      if (document.visibilityState === 'visible') void editor.exchange.catchUp();
    };
    // Without storage what waits would be lost with the page: the browser asks.
    const leave = (event: BeforeUnloadEvent) => {
      const { queue } = editor.state;
      const unsent = queue.waiting.length + queue.parked.length + queue.aside.length;
      if (!queue.durable && unsent > 0) event.preventDefault();
    };
    const timer = setInterval(look, 15_000);
    globalThis.addEventListener('online', wake);
    globalThis.addEventListener('offline', offline);
    globalThis.addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      globalThis.removeEventListener('online', wake);
      globalThis.removeEventListener('offline', offline);
      globalThis.removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', look);
    };
  }, [editor]);
}
