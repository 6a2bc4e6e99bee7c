import { ErrorNote } from './ErrorNote';
import { Loading } from './Loading';

interface QueryNoteProps {
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  /** What the query asks for: "the members". */
  what: string;
}

/** Says that a query is under way, or what went wrong with it; nothing once it is answered. */
export function QueryNote({ query, what }: QueryNoteProps) {
  if (query.isPending) return <Loading what={what} />;
  return query.isError && <ErrorNote error={query.error} onRetry={() => void query.refetch()} />;
}
