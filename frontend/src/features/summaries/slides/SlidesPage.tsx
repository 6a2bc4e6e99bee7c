import { type ReactNode, useState } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { isLive } from '@/api/work';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { AddPredictions } from './AddPredictions';
import { Counted, Predictions, PublishedSwitch } from './Counted';
import { Cuts } from './Cuts';
import { corpusKey } from './model';
import { NoCorpus } from './NoCorpus';
import { type SlidesCorpus, type SlidesTable, useSlidesOutlook, useSlidesTables } from './requests';
import { Tables } from './Tables';

/** How methods find where slides change, and the key sentences of each slide, on a corpus of talks. */
export function SlidesPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const mayRead = role === undefined || may(role, 'slides-tables', 'retrieve');
  const mayChange = may(role, 'slides-tables', 'create');
  const outlook = useSlidesOutlook(slug);
  const tables = useSlidesTables(slug);
  const params = useAddressParams();
  const choose = useChooseParams();
  const [showsPublished, setShowsPublished] = useState(true);
  const corpora = outlook.data?.corpora ?? [];
  const corpus = corpora.find((each) => corpusKey(each) === params.get('corpus')) ?? corpora[0];
  const own = (tables.data ?? []).filter((table) => corpus && corpusKey(table) === corpusKey(corpus));
  const done = own.find(({ state }) => state === 'succeeded');
  const talk = Number(params.get('talk')) || undefined;
  const chooseTalk = (id: number) => choose({ talk: String(id) });
  const isRead = mayRead && outlook.data && tables.data;
  return (
    <Page
      title="Evaluation"
      guide="admin#methods-on-slides"
      actions={isRead && corpus && mayChange && <AddPredictions slug={slug} corpus={corpus} />}
      aside={
        isRead &&
        corpus && (
          <>
            {done && <Cuts table={done.id} talk={talk} onChoose={chooseTalk} />}
            <Counted counts={done?.counts ?? null} />
            <PublishedSwitch isShown={showsPublished} onShow={setShowsPublished} />
            <Predictions slug={slug} mayChange={mayChange} />
          </>
        )
      }
    >
      {tabs}
      {!mayRead && <p className="soft">Annotators do not see how methods are evaluated.</p>}
      {mayRead && !isRead && (
        <Part title="Segmentation">
          <Pending of={outlook.isError ? outlook : tables} what="figures" />
        </Part>
      )}
      {isRead && !corpus && <NoCorpus slug={slug} />}
      {isRead && corpus && (
        <Tables
          key={corpusKey(corpus)}
          {...{ slug, corpora, corpus, mayChange, done, talk, chooseTalk }}
          tables={tables.data}
          going={own.find(isLive)}
          failed={failedOf(own)}
          published={showsPublished ? outlook.data.published : []}
          onChoose={(each: SlidesCorpus) => choose({ corpus: corpusKey(each), talk: null })}
        />
      )}
    </Page>
  );
}

/** The newest table, if it failed. */
const failedOf = (tables: readonly SlidesTable[]) => (tables[0]?.state === 'failed' ? tables[0] : undefined);
