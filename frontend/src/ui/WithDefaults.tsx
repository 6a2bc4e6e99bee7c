import type { ReactNode } from 'react';
import { useDefaults } from '@/api/defaults';
import type { Defaults } from '@/api/types';
import { ErrorNote } from './ErrorNote';
import { Loading } from './Loading';

interface WithDefaultsProps {
  /** The name of the part while it loads: "the form". */
  what: string;
  children: (defaults: Defaults) => ReactNode;
}

/** A part that starts from the server's defaults, once they are there. */
export function WithDefaults({ what, children }: WithDefaultsProps) {
  const defaults = useDefaults();
  if (defaults.isError) return <ErrorNote error={defaults.error} onRetry={() => void defaults.refetch()} />;
  return defaults.data ? children(defaults.data) : <Loading what={what} />;
}
