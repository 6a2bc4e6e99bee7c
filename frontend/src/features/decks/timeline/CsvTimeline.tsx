import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { DeckPage } from '@/api/decks';
import type { DocumentUnit, PairDetail } from '@/api/types';
import { plural } from '@/lib/format';
import { useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Page, Part } from '@/ui/Page';
import { CsvFile } from './CsvFile';
import { DeckTimes } from './DeckTimes';
import { lengthOf, stepsOf, timelineOf } from './model';
import { useStoreFile } from './requests';
import { Strip } from './Strip';
import { useCsv } from './useCsv';

interface CsvTimelineProps {
  slug: string;
  pair: PairDetail;
  pages: readonly DeckPage[];
  /** Of the talk. */
  units: readonly DocumentUnit[];
  /** Of the timeline that there is; null where there is none. */
  version: string | null;
}

/** A timeline from a CSV: its lines with what is wrong under them, and the deck and the talk as it has them. */
export function CsvTimeline({ slug, pair, pages, units, version }: CsvTimelineProps) {
  const csv = useCsv(pair.id);
  const store = useStoreFile(pair.id);
  const choose = useChooseParams();
  const timeline = csv.read ? timelineOf(csv.read.stretches) : null;
  const leave = () => choose({ from: null }, { preventScrollReset: false });
  const use = () =>
    csv.csv && store.mutate({ file: csv.csv.file, without: csv.csv.without, version }, { onSuccess: leave });
  return (
    <Page
      title="Timeline from a CSV"
      above={<Link to={`/p/${slug}/pairs/${pair.id}`}>{pair.title}</Link>}
      lead={
        version === null
          ? 'When was each page on the screen? Nothing is saved before you use it.'
          : 'It takes the place of the timeline there is. Nothing is saved before you use it.'
      }
      actions={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button
            variant="filled"
            disabled={timeline === null || csv.isChecking}
            loading={store.isPending}
            onClick={use}
          >
            Use timeline
          </Button>
        </>
      }
    >
      {store.isError && <ErrorNote error={store.error} />}
      <CsvFile of={csv} />
      {timeline && (
        <>
          <Strip timeline={timeline} length={lengthOf(timeline, units)} stepOf={stepsOf(pages)} />
          <Part title="Deck" note={`${plural(pages.length, 'page')}, with the times at which they come on`}>
            <DeckTimes pages={pages} timeline={timeline} language={pair.source.language} />
          </Part>
        </>
      )}
    </Page>
  );
}
