import { GuidelinesPage } from '@/features/guidelines/GuidelinesPage';
import { ReviewTabs } from '@/features/reviews/ReviewTabs';

/** Guidelines stand among the pages about reviews. */
export function GuidelinesPlace() {
  return <GuidelinesPage tabs={<ReviewTabs />} />;
}
