/**
 * What a wide window has room for beside the rows. Lines longer than 68 characters are hard to read, so from the width
 * at which two columns of text would pass that, the room goes to what else one looks at.
 */

import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import type { HelperTab } from '../editor/state';
import { useReview } from './context';

function useWidth(pixels: number): boolean {
  return useMediaQuery(`(min-width: ${pixels}px)`, false, { getInitialValueInEffect: false }) ?? false;
}

/** Room for more of what is otherwise in menus. */
export function useWide(): boolean {
  return useWidth(1600);
}

interface OfflineColumn {
  /** There is an offline translation and room for it as a column. */
  possible: boolean;
  shown: boolean;
  set: (shown: boolean) => void;
}

/** The offline translation as a third column of a bitext: from 1600 pixels by choice, from 1900 unless put away. */
export function useOfflineColumn(): OfflineColumn {
  const possible = useReview(({ doc }) => doc.kind === 'bitext' && doc.offline !== null);
  const [chosen, choose] = useLocalStorage<'on' | 'off' | 'auto'>({
    key: 'lectern.offline-column',
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
  const [wide, wider] = [useWidth(1600), useWidth(1900)];
  return {
    possible: possible && wide,
    shown: possible && wide && (chosen === 'on' || (chosen === 'auto' && wider)),
    set: (shown) => choose(shown ? 'on' : 'off'),
  };
}

/** Tabs of the helper that stand beside the others: the summary of a talk from 1900 pixels, the context from 2300. */
export function useStandingTabs(): readonly HelperTab[] {
  const isTalk = useReview(({ doc }) => doc.kind !== 'bitext');
  const [wide, wider] = [useWidth(1900), useWidth(2300)];
  return [...(wide && isTalk ? (['summary'] as const) : []), ...(wider ? (['context'] as const) : [])];
}
