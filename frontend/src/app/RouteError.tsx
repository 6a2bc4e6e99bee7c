import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { Notice } from '@/ui/Notice';

/** What is left when a page itself breaks or its code does not load. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Notice title="This page stopped">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <p>What the server acknowledged is kept.</p>
      <p>
        <Button onClick={() => globalThis.location.reload()}>Load it again</Button>
      </p>
    </Notice>
  );
}
