import { ago, dateTime } from '@/lib/format';

interface AsOfProps {
  /** What stands before it: what the figures are, or the comma after a sentence that goes on. */
  what?: string;
  figures: { computed_at: string | null; is_current: boolean } | undefined;
}

/** As of when figures are that a worker computes. While they are up to date, there is nothing to say. */
export function AsOf({ what = '', figures }: AsOfProps) {
  if (!figures || (figures.is_current && figures.computed_at)) return null;
  const { computed_at } = figures;
  return (
    <span title={computed_at ? dateTime(computed_at) : undefined}>
      {what} {computed_at ? `as of ${ago(computed_at)}, being updated` : 'being computed'}
    </span>
  );
}
