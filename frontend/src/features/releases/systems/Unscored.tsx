import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { type System, useRemoveSystem } from '@/features/releases/requests/systems';
import { percent } from '@/lib/format';

/** A system that waits, is being scored, or failed. */
export function Unscored({ system, mayChange }: { system: System; mayChange: boolean }) {
  const remove = useRemoveSystem();
  if (isLive(system)) {
    return (
      <span role="status">
        {system.state === 'queued'
          ? system.message || 'Waiting for a worker'
          : `${percent(system.progress)} ${system.message}`}
      </span>
    );
  }
  return (
    <>
      <span role="alert">{system.error || 'Scoring failed.'}</span>{' '}
      {mayChange && !system.engine && (
        <Button
          size="compact-sm"
          aria-label={`Remove ${system.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate(system.id)}
        >
          Remove
        </Button>
      )}
    </>
  );
}
