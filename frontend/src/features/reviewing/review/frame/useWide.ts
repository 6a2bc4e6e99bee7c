/**
 * What a wide window has room for beside the rows. Lines longer than 68 characters are hard to read, so from the width
 * at which two columns of text would pass that, the room goes to what else one looks at.
 */

import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import type { HelperTab } from '../editor/state';
import { useReview } from './context';

/** In pixels; rules in the styles of the rows, the helper and the page begin at the first as well. */
const wide = 1600;
const wider = 1900;
const widest = 2300;

function useWidth(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels}px)`, false, { getInitialValueInEffect: false }) ?? false;
}

/** Room for more of what is otherwise in menus. */
export function useWide(): boolean {
  return useWidth(wide);
}

interface OfflineColumn {
  /** There is an offline translation and room for it as a column. */
  possible: boolean;
  shown: boolean;
  set: (shown: boolean) => void;
}

/** The offline translation as a third column of a bitext: where it is wide by choice, where it is wider unless put away. */
export function useOfflineColumn(): OfflineColumn {
  const possible = useReview(({ doc }) => doc.kind === 'bitext' && doc.offline !== null);
  const [chosen, choose] = useLocalStorage<'on' | 'off' | 'auto'>({
    key: 'lectern.offline-column',
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
  const [hasRoom, hasMore] = [useWidth(wide), useWidth(wider)];
  return {
    possible: possible && hasRoom,
    shown: possible && hasRoom && (chosen === 'on' || (chosen === 'auto' && hasMore)),
    set: (shown) => choose(shown ? 'on' : 'off'),
  };
}

/** Tabs of the helper that stand beside the others: where it is wider the summary of a talk, where widest the context. */
export function useStandingTabs(): readonly HelperTab[] {
  const isTalk = useReview(({ doc }) => doc.kind !== 'bitext');
  const [hasRoom, hasMore] = [useWidth(wider), useWidth(widest)];
  return [...(hasRoom && isTalk ? (['summary'] as const) : []), ...(hasMore ? (['context'] as const) : [])];
}
