import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Archives } from './Archives';
import { Erasures } from './Erasures';
import { ExportForm } from './ExportForm';
import classes from './Moving.module.css';
import { RawReviews } from './RawReviews';
import { useExports } from './requests';

/** All of a project as one archive, the reviews of each person, and talks that have to go. */
export function MovePage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const found = useExports(slug);
  const aside = (
    <>
      {found.data && <Archives slug={slug} found={found.data} />}
      <Part title="From the command line">
        <code className={classes.command}>manage.py project export {slug} FILE --pseudonyms</code>
      </Part>
    </>
  );
  return (
    <Page title="Move and copy" guide="admin#moving-and-copying-a-project" aside={aside}>
      {tabs}
      <Pending of={found} what="what goes along" />
      {found.data && <ExportForm slug={slug} found={found.data} />}
      {found.data && <RawReviews slug={slug} nReviews={found.data.counts.reviews ?? 0} />}
      {found.data && <Erasures slug={slug} />}
    </Page>
  );
}
