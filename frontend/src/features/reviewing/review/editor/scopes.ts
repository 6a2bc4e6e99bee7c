/** The rows that something done to many may mean. */

import type { EditorState } from './state';
import { isFiltered, selected } from './view';

export type Scope = 'selection' | 'shown' | 'all';

export interface ScopeChoice {
  scope: Scope;
  label: string;
  ids: readonly string[];
}

/** The narrowest first. */
export function scopesOf(state: EditorState): readonly ScopeChoice[] {
  const { doc, visible, matched, view } = state;
  const chosen = selected(state);
  const shown = matched ? visible.filter((id) => matched.has(id)) : visible;
  return [
    ...(chosen.length > 1 ? [{ scope: 'selection' as const, label: 'The selected rows', ids: chosen }] : []),
    ...(isFiltered(view) ? [{ scope: 'shown' as const, label: 'The rows that the filters show', ids: shown }] : []),
    { scope: 'all' as const, label: 'All rows of the review', ids: doc.order },
  ];
}
