import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { isLive } from '@/api/work';
import {
  exportAddress,
  type SummariesOverview,
  type TalkWithSummary,
  useSummariesOverview,
  useTalks,
} from '@/features/summaries/requests/summaries';
import { count, dateTime, plural, roundedPercent } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Chips } from '@/ui/Chips';
import { Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { SearchField, useSearch } from '@/ui/SearchField';
import { right, Table } from '@/ui/Table';
import { lengthWords } from './lengthWords';
import { MakeSummaries } from './MakeSummaries';
import classes from './Summaries.module.css';

const states = ['made', 'stale', 'none'] as const;

/** All talks of a project with the summaries that a worker made last; one opens in its paper. */
export function ProjectSummaries({ slug }: { slug: string }) {
  const { search, find } = useSearch();
  const params = useAddressParams();
  const put = useChooseParams();
  const state = states.find((one) => one === params.get('state'));
  const role = useProject(slug).data?.role;
  const overview = useSummariesOverview(slug);
  // Rows come as they are made, a few seconds apart.
  const bulk = overview.data?.bulk;
  const made = `${bulk?.id} ${bulk?.state} ${isLive(bulk) ? Math.floor((bulk?.progress ?? 0) * 10) : ''}`;
  const talks = useTalks(
    slug,
    { search: search || undefined, state, page: usePage(), page_size: pageSize },
    made,
    overview.isSuccess,
  );
  const { n_talks = 0, n_made = 0, n_stale = 0 } = overview.data ?? {};
  const choose = (state: string) => put({ state, page: null }, { replace: true });
  if (!overview.data) {
    return (
      <Part title="All talks">
        <Pending of={overview} what="summaries" />
      </Part>
    );
  }
  if (n_talks === 0) {
    return (
      <Part title="All talks">
        <p className="soft">
          No talks about papers yet. <Link to={`/p/${slug}/pairs`}>Pair</Link> a paper with the transcript of its talk.
        </p>
      </Part>
    );
  }
  return (
    <>
      <MakeSummaries slug={slug} overview={overview.data} canMake={may(role, 'summaries', 'create')} />
      <Part
        title="All talks"
        note={overview.data.made_at ? `made ${dateTime(overview.data.made_at)}` : undefined}
        actions={
          <>
            <SearchField label="Find a talk" search={search} onSearch={find} />
            {n_made > 0 && <Export slug={slug} />}
          </>
        }
      >
        <div className={classes.filter}>
          <Chips
            label="Talks"
            options={[
              { value: '', label: 'All', n: n_talks },
              { value: 'made', label: 'Up to date', n: n_made - n_stale },
              { value: 'stale', label: 'Out of date', n: n_stale, isWarning: true },
              { value: 'none', label: 'No summary', n: n_talks - n_made },
            ]}
            chosen={state ?? ''}
            onChoose={choose}
          />
        </div>
        <Pending of={talks} what="talks" />
        {talks.data?.count === 0 && <p className="soft">No talks match.</p>}
        {talks.data && talks.data.results.length > 0 && (
          <Table
            label="Summaries"
            columns={['Talk', 'Of', right('Sentences'), right('Words'), right('Spoken'), right('Spans right'), 'State']}
          >
            {talks.data.results.map((talk) => (
              <TalkRow key={talk.pair} slug={slug} talk={talk} />
            ))}
          </Table>
        )}
        <Pager total={talks.data?.count ?? 0} what="talks" />
      </Part>
      <Engines engines={overview.data.engines} />
    </>
  );
}

function TalkRow({ slug, talk }: { slug: string; talk: TalkWithSummary }) {
  const { summary, title, pair, newest_run, is_current } = talk;
  const of = summary ? (summary.review ? `reviews-${summary.review}` : `runs-${summary.run}`) : `runs-${newest_run}`;
  const length = summary ? `?by=${summary.length_kind}&n=${summary.length_value}` : '';
  return (
    <tr>
      <td>
        {summary || newest_run ? (
          <Link to={`/p/${slug}/summaries/${of}${length}`} dir="auto">
            {title}
          </Link>
        ) : (
          <Link to={`/p/${slug}/pairs/${pair}`} dir="auto">
            {title}
          </Link>
        )}
      </td>
      <td>
        {summary ? (summary.review ? `gold rows, review of ${summary.review_by}` : `run ${summary.run_number}`) : '–'}
      </td>
      <td data-right data-label="sentences" className="num">
        {summary ? `${count(summary.n_sentences)} of ${count(summary.n_paper_sentences)}` : '–'}
      </td>
      <td data-right data-label="words" className="num">
        {summary ? count(summary.n_tokens) : '–'}
      </td>
      <td data-right data-label="spoken" className="num">
        {summary ? count(summary.n_words_spoken) : '–'}
      </td>
      <td data-right data-label="right" className="num">
        {summary?.accuracy && summary.accuracy.n_judged > 0
          ? `${count(summary.accuracy.n_right)} of ${count(summary.accuracy.n_judged)}`
          : '–'}
      </td>
      <td>
        {summary ? (
          is_current ? (
            `up to date, ${lengthWords({ kind: summary.length_kind, n: summary.length_value })}`
          ) : (
            <b>out of date</b>
          )
        ) : newest_run ? (
          'not made yet'
        ) : (
          'not aligned'
        )}
      </td>
    </tr>
  );
}

const forms = [
  ['jsonl', 'JSON lines'],
  ['text', 'Text'],
  ['talksumm', 'TalkSumm’s form (TSV)'],
  ['table4', 'Alignment tables (CSV)'],
  ['table4-jsonl', 'Alignment tables (JSON lines)'],
] as const;

function Export({ slug }: { slug: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={13} stroke={1.75} aria-hidden="true" />}>Export</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {forms.map(([form, label]) => (
          <Menu.Item key={form} component="a" href={exportAddress(slug, form)} download>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How right people found the spans of each engine. */
function Engines({ engines }: { engines: SummariesOverview['engines'] }) {
  return (
    <Part title="Accuracy of the spans" note="by submitted reviews, counted when summaries are made">
      {engines.length === 0 ? (
        <p className="soft">No span has been judged yet. Submit a review of a talk, then make the summaries again.</p>
      ) : (
        <Table label="By engine" columns={['Engine', right('Talks'), right('Spans right'), right('Words right')]}>
          {engines.map((engine) => (
            <tr key={engine.engine}>
              <td>{engine.engine_label}</td>
              <td data-right data-label="talks" className="num" title={plural(engine.n_runs, 'judged run')}>
                {count(engine.n_runs)}
              </td>
              <td data-right data-label="spans right" className="num">
                {share(engine.n_right, engine.n_judged)}
              </td>
              <td data-right data-label="words right" className="num">
                {share(engine.n_words_right, engine.n_words_judged)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  );
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${count(part)} of ${count(whole)}, ${roundedPercent(part / whole)}`;
}
