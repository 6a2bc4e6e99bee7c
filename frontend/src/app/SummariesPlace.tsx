import type { ReactNode } from 'react';
import { AuthorFigures } from '@/features/authors/links/AuthorFigures';
import { SummariesPage } from '@/features/summaries/making/SummariesPage';

/** The summaries of a project, with the figures of the authors who rated them. */
export function SummariesPlace({ tabs }: { tabs: ReactNode }) {
  return <SummariesPage tabs={tabs} AuthorFigures={AuthorFigures} />;
}
