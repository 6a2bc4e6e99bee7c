/** Which tabs the helper has: what is shown for good beside them needs none. */

import type { HelperTab } from '../editor/state';
import type { PairKind } from '../model/types';

/** `chosen`: the tab that was opened last. `standing`: those that a wide window shows for good. */
export function tabsOf(
  chosen: HelperTab,
  kind: PairKind,
  standing: readonly HelperTab[],
): { tabs: readonly HelperTab[]; open: HelperTab } {
  const all: HelperTab[] = [
    'context',
    'history',
    'comments',
    ...(kind === 'bitext' || chosen === 'guidelines' || standing.length > 0 ? (['guidelines'] as const) : []),
    ...(kind === 'paper_talk' ? (['summary'] as const) : []),
    'concordance',
  ];
  const tabs = all.filter((tab) => !standing.includes(tab));
  // The tabs move on to show something else.
  return { tabs, open: tabs.includes(chosen) ? chosen : standing.includes('context') ? 'guidelines' : 'context' };
}
