import { AuthorPart } from '@/features/authors/links/AuthorLinks';
import { SheetPage } from '@/features/summaries/sheet/SheetPage';

/** The summary of a run or a review, with the links for its author. */
export function SheetPlace() {
  return <SheetPage AuthorPart={AuthorPart} />;
}
