import { AssignmentsPage } from '@/features/assignments/AssignmentsPage';
import { ReviewTabs } from '@/features/reviews/ReviewTabs';

/** The assignments of a project, as one of the pages about reviews. */
export function AssignmentsPlace() {
  return <AssignmentsPage Tabs={ReviewTabs} />;
}
