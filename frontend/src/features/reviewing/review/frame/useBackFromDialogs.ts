/** The browser's Back closes an open dialog as Escape does, and leaves page and filters as they are. */

import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { closeDialog } from '../dialogs/Dialog';
import { useEditor } from './context';

export function useBackFromDialogs(): void {
  const editor = useEditor();
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && editor.state.dialog !== null);
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    // What is asked there waits for an answer: it was not decided by leaving.
    if (editor.state.dialog === 'conflict') editor.exchange.resolve('later');
    else closeDialog(editor);
  }, [blocker, editor]);
}
