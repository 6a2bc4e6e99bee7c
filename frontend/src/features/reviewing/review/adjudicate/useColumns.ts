/** Which reviews stand side by side: as many as there is room for. */

import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { columnsOf } from './blocks';

export function useColumns(nReviews: number) {
  const wide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false }) ?? false;
  const [last, setLast] = useState<number | null>(null);
  const columns = useMemo(() => columnsOf(nReviews, wide ? 3 : 2, last), [nReviews, wide, last]);
  return { columns, setLast };
}
