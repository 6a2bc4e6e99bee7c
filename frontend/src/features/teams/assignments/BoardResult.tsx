import { Button } from '@mantine/core';
import { plural } from '@/lib/format';
import { BulkResult } from '@/ui/BulkBar';
import type { BoardActions } from './useActions';

/** The result of the last action, with its undo. */
export function BoardResult({ of: { result, isPending, run, dismiss } }: { of: BoardActions }) {
  if (!result) return null;
  const { change, left, n_left } = result.outcome;
  const whys = [...new Set(left.map(({ why }) => why))].slice(0, 3).join(' ');
  return (
    <BulkResult
      words={result.words + (n_left > 0 ? ` Not done for ${plural(n_left, 'pair')}: ${whys}` : '')}
      actions={
        change !== null && (
          <Button loading={isPending} onClick={() => run({ verb: 'undo', change })}>
            Undo
          </Button>
        )
      }
      onClose={dismiss}
    />
  );
}
