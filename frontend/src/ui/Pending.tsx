import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { ErrorNote } from './ErrorNote';
import { Loading } from './Loading';

interface PendingProps {
  of: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>;
  /** What is loading: "the rows". Without it, nothing is shown until the request fails. */
  what?: string;
}

/** What stands in place of an answer: that it is loading, or why it failed, with a button to try again. */
export function Pending({ of, what }: PendingProps) {
  if (of.isError) return <ErrorNote error={of.error} onRetry={() => void of.refetch()} />;
  return of.isPending && what ? <Loading what={what} /> : null;
}

/** The button below a list that comes in pages, while there are more. */
export function ShowMore({
  of,
}: {
  of: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}) {
  if (!of.hasNextPage) return null;
  return (
    <Button loading={of.isFetchingNextPage} onClick={() => void of.fetchNextPage()}>
      Show more
    </Button>
  );
}
