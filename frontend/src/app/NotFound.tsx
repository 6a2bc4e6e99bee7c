import { Link, useLocation } from 'react-router';
import { Notice } from '@/ui/Notice';

export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Notice title="Nothing is at this address">
      <p>{pathname} leads nowhere. It may have been removed, or the link is incomplete.</p>
      <p>
        <Link to="/">All projects</Link>
      </p>
    </Notice>
  );
}
