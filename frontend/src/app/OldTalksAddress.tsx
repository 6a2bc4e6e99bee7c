import { Navigate, useLocation, useParams } from 'react-router';

/** Pairs were called talks before: links and bookmarks to `/p/x/talks/...` lead to the same page under its new name. */
export function OldTalksAddress() {
  const { slug, '*': rest = '' } = useParams();
  const { search, hash } = useLocation();
  const path = rest === 'pair' ? 'new' : rest;
  return <Navigate to={{ pathname: `/p/${slug}/pairs${path && `/${path}`}`, search, hash }} replace />;
}
