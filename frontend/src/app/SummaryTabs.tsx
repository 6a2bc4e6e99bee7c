import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { PageTabs } from '@/ui/PageTabs';

/** The pages about summaries; each stands here once it has an address. */
export function SummaryTabs() {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const pages = [
    ['summaries', 'Summaries'] as const,
    ...(may(role, 'authors', 'retrieve') ? [['summaries/ratings', 'Ratings'] as const] : []),
    ...(may(role, 'tunings', 'retrieve') ? [['summaries/evaluation', 'Evaluation'] as const] : []),
    ...(may(role, 'training-sets', 'list') ? [['summaries/training-sets', 'Training sets'] as const] : []),
  ];
  return role && pages.length > 1 ? <PageTabs label="About summaries" pages={pages} /> : null;
}
