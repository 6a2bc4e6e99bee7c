import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { type Excerpt, fileAddress, type Sheet, type SummaryOf, useJudge, useSheet } from '@/api/summaries';
import { percent, plural } from '@/lib/format';
import { ranked, summaryOf } from '@/lib/summary';
import { usePageKeys } from '@/lib/usePageKeys';
import { Chips } from '@/ui/Chips';
import controls from '@/ui/Controls.module.css';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { AuthorPart } from './AuthorPart';
import { ComparePart, keyOf, othersOf } from './ComparePart';
import { keys } from './keys';
import { LengthPart } from './LengthPart';
import { type Change, compare, excerptsBySentence, linesOf, paperOf, ranksOf, type Show, toJudge } from './model';
import { type Preset, parseOf, presetsOf, usePlace } from './place';
import styles from './Sheet.module.css';
import { SheetRows } from './SheetRows';
import { usePlayer } from './usePlayer';

/** The summary of a run or a review in its paper. What it is of is in the address. */
export function SheetPage() {
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
  return <OpenSheet key={what} slug={slug} of={of} sheet={sheet.data} sentences={defaults.data.summary_sentences} />;
}

interface OpenSheetProps {
  slug: string;
  of: SummaryOf;
  sheet: Sheet;
  sentences: number;
}

function OpenSheet({ slug, of, sheet, sentences }: OpenSheetProps) {
  const [place, go] = usePlace(sentences);
  const [current, setCurrent] = useState<number | null>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const judge = useJudge(sheet.review?.id ?? 0);
  const player = usePlayer(sheet.media);
  const there = useSheet(place.against);

  const paper = useMemo(() => paperOf(sheet), [sheet]);
  const excerpts = useMemo(() => excerptsBySentence(sheet), [sheet]);
  const presets = presetsOf(sentences, sheet.abstract.length > 0);
  // An address may ask for what this paper cannot give.
  const length =
    place.length.kind === 'hybrid' && sheet.abstract.length === 0 ? (presets[1] as Preset).length : place.length;
  const chosen = useMemo(() => summaryOf(paper, length), [paper, length]);
  const ranks = useMemo(() => ranksOf(paper, chosen), [paper, chosen]);
  const others = othersOf(sheet);
  const comparison = useMemo(
    () => (place.against && there.data ? compare(paper, paperOf(there.data), length) : null),
    [place.against, there.data, paper, length],
  );
  const changes = useMemo(() => changesOf(comparison), [comparison]);
  const other = others.find(({ what }) => keyOf(what) === keyOf(place.against))?.label ?? 'the other';

  const sets = setsOf(sheet, excerpts, chosen, changes);
  const shown = new Set(place.show === 'spoken' ? [...sets.spoken, ...chosen, ...changes.keys()] : sets[place.show]);
  const order = place.byRank
    ? [...ranked(paper.words), ...chosen].filter((one, i, all) => all.indexOf(one) === i)
    : null;
  const lines = order
    ? order.filter((one) => shown.has(one)).map((position) => ({ kind: 'sentence', position }) as const)
    : linesOf(sheet, shown, unfolded, place.show === 'spoken');
  const positions = lines.flatMap((line) => (line.kind === 'sentence' ? [line.position] : []));

  const canJudge = sheet.review?.can_judge ?? false;
  const say = (found: Excerpt[], right: boolean) => {
    const rows = found.flatMap(({ row, version }) => (row && version !== null ? [{ row, version }] : []));
    if (canJudge && rows.length > 0) judge.mutate({ rows, right });
  };
  const ofCurrent = current === null ? [] : (excerpts.get(current) ?? []);
  const move = (by: 1 | -1) => {
    const at = current === null ? -1 : positions.indexOf(current);
    const next = positions[at === -1 ? 0 : Math.min(positions.length - 1, Math.max(0, at + by))];
    if (next !== undefined) setCurrent(next);
  };
  const lengthen = (by: 1 | -1) => go({ length: { kind: 'sentences', n: Math.max(1, chosen.length + by) } });
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    right: () => say(toJudge(ofCurrent), true),
    wrong: () => say(toJudge(ofCurrent), false),
    play: () => ofCurrent[0] && player.play(ofCurrent[0].spoken),
    longer: () => lengthen(1),
    shorter: () => lengthen(-1),
    preset: (nth) => presets[nth] && go({ length: (presets[nth] as Preset).length }),
    compare: () => {
      const at = others.findIndex(({ what }) => keyOf(what) === keyOf(place.against));
      go({ against: others[at + 1]?.what ?? null });
    },
    unfold: () => go({ show: place.show === 'all' ? 'spoken' : 'all' }),
  });

  return (
    <Page
      title={sheet.pair.title}
      above={<Link to={`/p/${slug}/summaries`}>Summaries</Link>}
      lead={
        sheet.review
          ? `Summary of ${sheet.review.is_mine ? 'your review' : `the review of ${sheet.review.by}`}, run ${sheet.run.number}`
          : `Summary of run ${sheet.run.number}, ${sheet.run.engine_label}`
      }
      actions={<Actions of={of} length={length} byRank={place.byRank} />}
      aside={
        <div className={styles.side}>
          <LengthPart
            paper={paper}
            chosen={chosen}
            length={length}
            presets={presets}
            onLength={(to) => go({ length: to })}
          />
          <ComparePart
            others={others}
            against={place.against}
            comparison={comparison}
            error={there.error}
            onRetry={() => void there.refetch()}
            onAgainst={(against) => go({ against })}
          />
          <RightPart slug={slug} sheet={sheet} />
          <AuthorPart slug={slug} sheet={sheet} />
          <KeysPart canJudge={canJudge} canPlay={Boolean(sheet.media)} />
        </div>
      }
    >
      <div className={styles.tools}>
        <Chips
          label="Sentences"
          options={[
            { value: 'spoken', label: 'Spoken', n: sets.spoken.length },
            { value: 'chosen', label: 'Chosen', n: chosen.length },
            ...(place.against ? [{ value: 'changed', label: 'Changed', n: changes.size }] : []),
            { value: 'wrong', label: 'Wrong', n: sets.wrong.length },
            { value: 'all', label: 'Unfold all' },
          ]}
          chosen={place.show}
          onChoose={(show) => go({ show: show as Show })}
        />
        <span className={styles.legend}>
          words spoken{' '}
          {[1, 2, 3, 4, 5].map((heat) => (
            <i key={heat} style={{ background: `var(--heat-${heat})` }} />
          ))}
        </span>
        <Segments
          label="Order"
          value={place.byRank ? 'Rank' : 'Paper'}
          values={['Paper', 'Rank']}
          onChange={(to) => go({ byRank: to === 'Rank' })}
        />
        {sheet.is_corrected && (
          <Segments
            label="Words of the talk"
            value={place.corrected ? 'Corrected' : 'Recognised'}
            values={['Recognised', 'Corrected']}
            onChange={(to) => go({ corrected: to === 'Corrected' })}
          />
        )}
      </div>
      {sheet.n_changed && (
        <p className={styles.newer} role="status">
          {plural(sheet.n_changed.n_rows, 'span')} changed since run {sheet.run.number}.{' '}
          <Link to={`/p/${slug}/summaries/reviews-${sheet.n_changed.review}?by=${length.kind}&n=${length.n}`}>
            Recompute from the review
          </Link>
        </p>
      )}
      {(player.trouble || judge.isError) && (
        <div className={styles.newer}>
          <ErrorNote error={judge.error ?? player.trouble} />
        </div>
      )}
      {positions.length === 0 && (
        <p className={`soft ${styles.nothing}`}>{nothingOf(place.show, sets.spoken.length)}</p>
      )}
      <SheetRows
        sheet={sheet}
        lines={lines}
        excerpts={excerpts}
        ranks={ranks}
        changes={changes}
        other={other}
        current={current}
        corrected={place.corrected && sheet.is_corrected}
        canJudge={canJudge}
        canPlay={Boolean(sheet.media)}
        onMove={setCurrent}
        onUnfold={(from) => setUnfolded(new Set([...unfolded, from]))}
        onPlay={(excerpt) => player.play(excerpt.spoken)}
        onJudge={say}
      />
    </Page>
  );
}

function changesOf(comparison: ReturnType<typeof compare> | null): Map<number, Change> {
  return new Map<number, Change>([
    ...(comparison?.onlyHere ?? []).map((one) => [one, 'in'] as const),
    ...(comparison?.onlyThere ?? []).map((one) => [one, 'out'] as const),
  ]);
}

function setsOf(
  sheet: Sheet,
  excerpts: Map<number, Excerpt[]>,
  chosen: number[],
  changes: Map<number, Change>,
): Record<Show, number[]> {
  return {
    spoken: sheet.sentences.filter(({ n_words }) => n_words > 0).map(({ position }) => position),
    chosen,
    changed: [...changes.keys()],
    wrong: [...excerpts]
      .filter(([, all]) => all.some(({ is_right }) => is_right === false))
      .map(([position]) => position),
    all: sheet.sentences.map(({ position }) => position),
  };
}

function nothingOf(show: Show, nSpoken: number): string {
  if (nSpoken === 0) return 'No sentence of this paper was spoken.';
  if (show === 'wrong') return 'Nothing was found wrong.';
  return show === 'changed' ? 'Both choose the same sentences.' : 'No sentence is chosen.';
}

const forms = [
  ['text', 'Text'],
  ['jsonl', 'JSON lines'],
  ['talksumm', 'TalkSumm’s form (TSV)'],
  ['table4', 'Alignment table (CSV)'],
  ['table4-jsonl', 'Alignment table (JSON lines)'],
] as const;

function Actions({ of, length, byRank }: { of: SummaryOf; length: Preset['length']; byRank: boolean }) {
  return (
    <span className={styles.actions}>
      <Button
        variant="subtle"
        leftSection={<IconPrinter size={15} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={13} stroke={1.75} aria-hidden="true" />}>Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {forms.map(([form, label]) => (
            <Menu.Item key={form} component="a" href={fileAddress(of, form, length, byRank)} download>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}

/** How many spans people found right, and where to say so. */
function RightPart({ slug, sheet }: { slug: string; sheet: Sheet }) {
  const { n_judged, n_right, n_words_judged, n_words_right } = sheet.accuracy;
  const mine = sheet.reviews.find(({ is_mine, can_judge }) => is_mine && can_judge);
  return (
    <Part title="Right" note={sheet.review ? 'in this review' : 'by submitted reviews'}>
      {n_judged === 0 ? (
        <p className="soft">Nobody has said yet which spans are right.</p>
      ) : (
        <dl className={styles.figures}>
          <dt>Spans</dt>
          <dd className="num">
            {n_right} of {n_judged}, {percent(n_right / n_judged)}
          </dd>
          <dt>Words</dt>
          <dd className="num">
            {n_words_right} of {n_words_judged}
            {n_words_judged > 0 && `, ${percent(n_words_right / n_words_judged)}`}
          </dd>
        </dl>
      )}
      {!sheet.review && mine && (
        <p className={styles.fine}>
          <Link to={`/p/${slug}/summaries/reviews-${mine.id}`}>Judge the spans in your review</Link>
        </p>
      )}
      {sheet.review?.can_judge && (
        <p className={styles.fine}>
          <Link to={`/review/${sheet.review.id}`}>Open the review</Link> to change what a span is about.
        </p>
      )}
    </Part>
  );
}

function KeysPart({ canJudge, canPlay }: { canJudge: boolean; canPlay: boolean }) {
  return (
    <Part title="Keys">
      <KeyLine
        of={[
          ['move', keys.next, keys.previous],
          ...(canJudge
            ? ([
                ['right', keys.right],
                ['wrong', keys.wrong],
              ] as const)
            : []),
          ...(canPlay ? ([['play', keys.play]] as const) : []),
          ['longer, shorter', keys.longer, keys.shorter],
          ['lengths', keys.preset],
          ['compare', keys.compare],
          ['unfold', keys.unfold],
        ]}
      />
    </Part>
  );
}

interface SegmentsProps {
  label: string;
  value: string;
  values: readonly string[];
  onChange: (value: string) => void;
}

function Segments({ label, value, values, onChange }: SegmentsProps) {
  return (
    <span className={controls.segments} role="radiogroup" aria-label={label}>
      {values.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: one of a group that looks like buttons
        <button key={one} type="button" role="radio" aria-checked={one === value} onClick={() => onChange(one)}>
          {one}
        </button>
      ))}
    </span>
  );
}
