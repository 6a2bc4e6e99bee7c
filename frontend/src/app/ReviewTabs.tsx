import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { PageTabs } from '@/ui/PageTabs';

/** The pages about reviews, those that a person may see. */
export function ReviewTabs() {
  const { slug = '' } = useParams();
  const { role, is_assigned: isAssigned } = useProject(slug).data ?? {};
  const pages = [
    ...(may(role, 'assignments', 'retrieve') ? [['reviews/assignments', 'Assignments'] as const] : []),
    ...(isAssigned ? [['queue', 'My queue'] as const] : []),
    ['reviews', 'Reviews'],
    ...(may(role, 'adjudications', 'list')
      ? ([
          ['reviews/adjudication', 'Adjudication'],
          ['reviews/agreement', 'Agreement'],
        ] as const)
      : []),
    ...(may(role, 'probes', 'retrieve') ? [['reviews/probes', 'Quality control'] as const] : []),
    ['reviews/guidelines', 'Guidelines'],
  ] as const;
  return <PageTabs label="About reviews" pages={pages} />;
}
