import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useSheet } from '@/features/summaries/requests/summaries';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
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
  if (!of || !sheet.data || !defaults.data) {
    return (
      <Page title="Summary" above={<Link to={`/p/${slug}/summaries`}>Summaries</Link>}>
        <Part title="Summary">
          {of ? (
            <Pending of={sheet.data ? defaults : sheet} what="the summary" />
          ) : (
            <p className="soft">There is no summary at this address.</p>
          )}
        </Part>
      </Page>
    );
  }
  const { summary_sentences: sentences } = defaults.data;
  const authors = <AuthorPart slug={slug} pair={sheet.data.pair.id} run={sheet.data.run.id} />;
  return <OpenSheet key={what} slug={slug} of={of} sheet={sheet.data} sentences={sentences} authors={authors} />;
}
