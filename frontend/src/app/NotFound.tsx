import { useLocation } from 'react-router';
import { Notice } from '@/ui/Notice';

/** The page for addresses that lead nowhere. */
export function NotFound() {
  const { pathname } = useLocation();
  return (
    <Notice title="Page not found" out={['/', 'All projects']}>
      <p>There is no page at {pathname}. It may have been deleted, or the link may be incomplete.</p>
    </Notice>
  );
}
