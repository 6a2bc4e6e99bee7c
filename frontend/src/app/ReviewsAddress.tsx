import { Navigate, useLocation, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';

/** Where the tab *Reviews* leads, and the list of reviews as it was called before: its filters come along. */
export function ReviewsAddress() {
  const { slug = '' } = useParams();
  const { search, hash } = useLocation();
  const role = useProject(slug).data?.role;
  if (!role) return null;
  const isList = search !== '' || !may(role, 'assignments', 'retrieve');
  const pathname = `/p/${slug}/reviews/assignments${isList ? '/reviews' : ''}`;
  return <Navigate to={{ pathname, search, hash }} replace />;
}
