import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useSheet } from '@/features/summaries/requests/summaries';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { OpenSheet } from './OpenSheet';
import { parseOf } from './place';

/** The links for the author of what is summarised. */
type AuthorPartOfSheet = ComponentType<{ slug: string; pair: number; run: number }>;

/** The summary of a run or a review in its paper. What it is of is in the address. */
export function SheetPage({ AuthorPart }: { AuthorPart: AuthorPartOfSheet }) {
  const { slug = '', what = '' } = useParams();
  const of = parseOf(what);
  const sheet = useSheet(of);
  const defaults = useDefaults();
  if (!of || sheet.isError) {
    return (
      <Page title="Summary" above={<Link to={`/p/${slug}/summaries`}>Summaries</Link>}>
        <Part title="Summary">
          {of ? (
            <ErrorNote error={sheet.error} onRetry={() => void sheet.refetch()} />
          ) : (
            <p className="soft">There is no summary at this address.</p>
          )}
        </Part>
      </Page>
    );
  }
  if (!sheet.data || !defaults.data) {
    return (
      <Page title="Summary" above={<Link to={`/p/${slug}/summaries`}>Summaries</Link>}>
        <Part title="Summary">
          <Loading what="the summary" />
        </Part>
      </Page>
    );
  }
  const { summary_sentences: sentences } = defaults.data;
  const authors = <AuthorPart slug={slug} pair={sheet.data.pair.id} run={sheet.data.run.id} />;
  return <OpenSheet key={what} slug={slug} of={of} sheet={sheet.data} sentences={sentences} authors={authors} />;
}
