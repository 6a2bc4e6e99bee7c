/**
 * The address says which row and which view: it can be sent to a colleague, and a reload comes back to it. Each view is
 * an entry of the browser's history, so that Back undoes a filter; rows are not.
 */

import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { chooseView } from '../editor/searching';
import type { EditorState } from '../editor/state';
import { type View, viewFromParams, viewToParams } from '../model/filters';
import { useEditor } from './context';

/** Late enough that a held key does not write it at every row (browsers refuse more than some hundred a minute). */
const pause = 250;

export function useAddress(): void {
  const editor = useEditor();
  const navigate = useNavigate();
  const location = useLocation();
  const how = useNavigationType();
  /** The view comes from the address: it is not to become another entry. */
  const following = useRef(false);
  /** The entry of the history that is shown. */
  const entry = useRef(location.key);
  entry.current = location.key;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const addressOf = ({ active, view }: Pick<EditorState, 'active' | 'view'>) => {
      const params = viewToParams(view, new URLSearchParams(globalThis.location.search));
      if (active) params.set('row', active);
      return `${globalThis.location.pathname}?${params}${globalThis.location.hash}`;
    };
    const write = (state: Pick<EditorState, 'active' | 'view'>) => {
      clearTimeout(timer);
      timer = undefined;
      globalThis.history.replaceState(globalThis.history.state, '', addressOf(state));
    };
    const stop = editor.store.subscribe((state, before) => {
      if (state.view !== before.view && !following.current) {
        // What is typed letter by letter is one view.
        if (isTyping(before.view, state.view)) write(state);
        else {
          write(before);
          void navigate(addressOf(state), { preventScrollReset: true });
        }
      } else if (state.active !== before.active || state.view !== before.view) {
        clearTimeout(timer);
        timer = setTimeout(writeLate, pause);
      }
    });
    // While Back closes a dialog, the address is that of the entry before for a moment: what is written there stays.
    const writeLate = () => {
      if ((globalThis.history.state?.key ?? 'default') === entry.current) write(editor.state);
      else timer = setTimeout(writeLate, pause);
    };
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [editor, navigate]);

  useEffect(() => {
    const params = new URLSearchParams(location.search);
    const view = viewFromParams(params);
    if (how !== 'POP' || isSame(view, editor.state.view)) return;
    following.current = true;
    const row = params.get('row');
    void chooseView(editor, view).then((refused) => {
      following.current = false;
      if (refused) editor.say(refused, 'warn');
      else if (row && editor.state.visible.includes(row)) {
        editor.moveTo(row, null);
        editor.set({ scroll: editor.scrolled('centre') });
      }
    });
  }, [editor, location.search, how]);
}

function isSame(a: View, b: View): boolean {
  return viewToParams(a, new URLSearchParams()).toString() === viewToParams(b, new URLSearchParams()).toString();
}

function isTyping(before: View, after: View): boolean {
  return before.query !== '' && after.query !== '' && isSame({ ...before, query: '' }, { ...after, query: '' });
}
