/** Which rows: asked only where there is a choice. */

import { Radio, Stack } from '@mantine/core';
import { count } from '@/lib/format';
import type { EditorState } from '../editor/state';
import { isFiltered, selected } from '../editor/view';

interface ScopeFieldProps {
  scopes: readonly ScopeChoice[];
  scope: Scope;
  choose: (scope: Scope) => void;
}

export function ScopeField({ scopes, scope, choose }: ScopeFieldProps) {
  if (scopes.length < 2) return null;
  return (
    <Radio.Group label="Which rows" value={scope} onChange={(value) => choose(value as Scope)}>
      <Stack gap={8} mt={8}>
        {scopes.map(({ scope, label, ids }) => (
          <Radio key={scope} value={scope} label={`${label} (${count(ids.length)})`} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

export type Scope = 'selection' | 'shown' | 'all';

interface ScopeChoice {
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
