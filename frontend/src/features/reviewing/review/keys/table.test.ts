import { describe, expect, it } from 'vitest';
import { stops } from '../dialogs/GuidedTour';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { press, servePages, visit } from '../testing/pages';
import { keyText, withKeys } from './sheet';
import { actions, editing } from './table';

servePages();

describe('what changes the review', () => {
  it('is refused where the review is read-only, and nothing else is', async () => {
    const page = await visit();
    press(page, 2, 'move_down');
    page.set({ doc: { ...page.state.doc, state: 'submitted' } });
    expect(readOnly(page.state)).not.toBeNull();
    for (const { id } of actions) {
      if (['submit', 'undo', 'redo', 'undo_too', 'redo_too', 'post_edit'].includes(id)) continue;
      page.set({ notice: { text: '', tone: 'quiet', n: 0 }, active: page.state.doc.order[1] ?? null, caret: null });
      const before = page.state.doc;
      run(page, id);
      expect(page.state.doc, id).toBe(before);
      expect(page.state.notice.text.startsWith('Submitted, read-only'), id).toBe(editing.has(id));
      page.set({ reasonMenu: null, menu: null, dialog: null, opened: null });
    }
  });
});

describe('keys in sentences', () => {
  it('are those of the person', () => {
    const rebound = { bindings: { merge: ['g'], undo: [] }, letters: true };
    expect(withKeys('{merge} merges, {undo} undoes.', rebound, false)).toBe('G merges, “undo” undoes.');
    expect(keyText('post_edit', { bindings: {}, letters: false }, false)).toBe('F2');
    expect(keyText('copy', { bindings: {}, letters: true }, true)).toBe('⌘ C');
  });

  it('name actions that there are', () => {
    const known = new Set<string>(actions.map(({ id }) => id));
    for (const { text } of stops) for (const [, id] of text.matchAll(/\{(\w+)\}/g)) expect(known).toContain(id);
  });

  it('stand in no component as they are in the table: somebody may have rebound them', () => {
    const sources = import.meta.glob<string>(
      '../{adjudicate,bars,bulk,dialogs,editor,findings,frame,grid,helper,model,paper,print,recall,replace,terms}/*.{ts,tsx}',
      {
        query: '?raw',
        import: 'default',
        eager: true,
      },
    );
    expect(Object.keys(sources).length).toBeGreaterThan(30);
    for (const [file, source] of Object.entries(sources)) {
      if (file.endsWith('.test.ts') || file.endsWith('.test.tsx')) continue;
      expect(source, file).not.toMatch(/["'`](?:[^"'`{]*\. )?(?:Shift |Ctrl )[A-Z] (?:splits|joins|moves|goes|saves)/);
      expect(source, file).not.toMatch(/<kbd[^>]*>[^{<]/);
      if (file.endsWith('.tsx'))
        expect(source, file).not.toMatch(/\((?:Ctrl |Shift ?\+?)?(?:[A-Z]|Esc|Enter|Del)\)["'`]/);
    }
  });
});
