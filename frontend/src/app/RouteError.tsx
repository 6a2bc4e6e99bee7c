import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Notice } from '@/ui/Notice';

/** Shown when a page throws an error or its code does not load. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Notice title="Something went wrong">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>Your saved work is safe.</p>
      <p>
        <Button onClick={() => globalThis.location.reload()}>Reload page</Button>
      </p>
    </Notice>
  );
}
