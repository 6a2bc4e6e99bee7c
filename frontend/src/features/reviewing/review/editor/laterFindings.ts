/** What looks for findings is loaded when it is first asked for, or when the browser has nothing else to do. */

import type { ActionId } from '../keys/table';
import type { Command, Editor } from './editor';

type Walk = typeof import('../findings');

let walk: Walk | null = null;

export async function loadFindings(): Promise<Walk> {
  walk ??= await import('../findings');
  return walk;
}

/** Null until it is here. */
export function loadedFindings(): Walk | null {
  return walk;
}

/** At once where it is here already. */
export function withFindings(editor: Editor, act: (walk: Walk) => void): void {
  if (walk) {
    act(walk);
    return;
  }
  loadFindings().then(act, () => editor.say('This could not be loaded. Reload the page.', 'warn'));
}

export const findingCommands = {
  next_finding: (editor) => withFindings(editor, ({ walkFindings }) => walkFindings(editor, 1)),
  previous_finding: (editor) => withFindings(editor, ({ walkFindings }) => walkFindings(editor, -1)),
  findings: (editor) => withFindings(editor, ({ showList }) => showList(editor)),
} as const satisfies Partial<Record<ActionId, Command>>;
