import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page } from '@/ui/Page';
import { NewerPair } from './NewerPair';
import { useStoreStretches } from './requests';
import { SearchProgress } from './SearchProgress';
import type { PageSearches } from './searches';
import classes from './Timeline.module.css';

interface StartTimelineProps {
  slug: string;
  pair: PairDetail;
  mayChange: boolean;
  search: PageSearches['search'];
}

/** The ways to say when pages were shown, of a pair that has no timeline. */
export function StartTimeline({ slug, pair, mayChange, search }: StartTimelineProps) {
  const begin = useStoreStretches(pair.id);
  const choose = useChooseParams();
  const toPair = `/p/${slug}/pairs/${pair.id}`;
  return (
    <Page
      title="Timeline"
      guide="admin#pages-found-in-a-recording"
      above={<Link to={toPair}>{pair.title}</Link>}
      lead={
        mayChange
          ? 'When was each page on the screen? Four ways to say so; one is enough.'
          : 'Nobody has said yet when each page was on the screen. Project admins can.'
      }
    >
      <NewerPair slug={slug} pair={pair} />
      <SearchProgress pair={pair.id} search={search} mayChange={mayChange} />
      {mayChange && (
        <div className={classes.ways}>
          <section aria-label="Recording">
            <h2>Recording or frames</h2>
            <p>One frame a second is matched to a page by its picture. You look at the doubtful ones.</p>
            <Button variant="filled" onClick={() => choose({ from: 'recording' }, { preventScrollReset: false })}>
              Find the pages…
            </Button>
          </section>
          <section aria-label="CSV">
            <h2>CSV</h2>
            <p>
              You know when each page came on: <code>page,start</code> in seconds, mm:ss or hh:mm:ss. Page 0 is no
              slide.
            </p>
            <Button onClick={() => choose({ from: 'csv' }, { preventScrollReset: false })}>Use a CSV…</Button>
          </section>
          <section aria-label="By hand">
            <h2>By hand</h2>
            <p>Begin with page 1 at 00:00, and cut where the next one came on.</p>
            {begin.isError && <ErrorNote error={begin.error} />}
            <Button
              loading={begin.isPending}
              onClick={() => begin.mutate({ stretches: [{ page: 1, start: 0 }], version: null })}
            >
              Begin by hand
            </Button>
          </section>
          <section aria-label="Words">
            <h2>Words</h2>
            <p>
              No times at all: align the pair by <i>Words of slides</i>, which finds the pages by what is said, and
              correct it in a review.
            </p>
            <Button
              component={Link}
              to={toPair}
              leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />}
            >
              Align the pair
            </Button>
          </section>
        </div>
      )}
    </Page>
  );
}
