/** What a post-edit can start from instead of the aligned text. */

export interface Offer {
  id: string;
  name: string;
  text: string;
  /** The action whose key takes it. */
  action: 'use_memory_here' | 'use_offline' | null;
}

/** Earlier translations, the first of which has a key, and the offline one; what the field shows already is left out. */
export function offersOf(
  earlier: readonly { row: string; translation: string; title: string }[],
  offline: string,
  shown: string,
): readonly Offer[] {
  const all: Offer[] = [
    ...earlier.map(({ row, translation, title }, at) => ({
      id: row,
      name: `Earlier, in ${title}`,
      text: translation,
      action: at === 0 ? ('use_memory_here' as const) : null,
    })),
    ...(offline ? [{ id: 'offline', name: 'Offline', text: offline, action: 'use_offline' as const }] : []),
  ];
  return all.filter(({ text }) => text !== shown);
}
