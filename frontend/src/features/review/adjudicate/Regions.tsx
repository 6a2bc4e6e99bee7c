/** All regions of an adjudication, in the order of the talk; what is agreed on is folded between them. */

import { useMediaQuery } from '@mantine/hooks';
import { IconAward } from '@tabler/icons-react';
import { Fragment, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCompareAgain, useComparison } from '@/api/adjudications';
import { isMac } from '@/lib/chords';
import { dateTime, language, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import bar from '../bars/Bar.module.css';
import { Crumbs, Home } from '../bars/Crumbs';
import header from '../bars/Header.module.css';
import { SaveBadge } from '../bars/SaveBadge';
import { UndoButtons } from '../bars/UndoButtons';
import { run } from '../editor/commands';
import { readOnly } from '../editor/state';
import { useEditor, useReview, useReviewParts } from '../frame/context';
import { LaterDialogs } from '../frame/LaterDialogs';
import { useExchange } from '../frame/useExchange';
import { rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import styles from './Adjudication.module.css';
import { Folded } from './Folded';
import { filterOf } from './filters';
import { KeyHelp } from './KeyHelp';
import { keysFor } from './keys';
import {
  type Choice,
  type Comparison,
  compose,
  isSettled,
  letters,
  majority,
  type Part,
  partsOf,
  place,
  type Region,
  settle,
  takeAll,
} from './model';
import { isTimed, rowAt, whereIs } from './places';
import { RegionBar } from './RegionBar';
import { RegionNotices } from './RegionNotices';
import { fromWhom, RegionView } from './RegionView';
import { Strip } from './Strip';
import { useRegionKeys, useRegionKeyText } from './useRegionKeys';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const none: readonly Region[] = [];
const noRows: readonly string[] = [];

/** Where to go in the review to edit the result: a row, and what to open there. */
export type EditAt = 'row' | 'comments' | 'paper';

export function Regions({ onEdit }: { onEdit: (region: number, row: string, at: EditAt) => void }) {
  const editor = useEditor();
  const { doc, info } = useReviewParts((state) => ({ doc: state.doc, info: state.info }));
  const locked = useReview(readOnly) !== null;
  const notice = useReview((state) => state.notice);
  const keySettings = useReview((state) => state.keys);
  const key = useRegionKeyText();
  // The server tells the names once it knows that the adjudication is submitted, which the page shows before.
  const isSaved = useReview(({ queue }) => queue.waiting.length === 0 && queue.sending === 0);
  const known = useRef(doc.state);
  if (isSaved) known.current = doc.state;
  const [withNames, setWithNames] = useState(false);
  const comparison = useComparison(info.id, known.current, withNames);
  const again = useCompareAgain(info.id);
  const regions = comparison.data?.regions ?? none;
  const placed = useMemo(() => place(doc, regions), [doc, regions]);
  const idsOf = (number: number) => placed.rows.get(number) ?? noRows;
  const isOpen = (region: Region) => !isSettled(doc, idsOf(region.number));
  const open = regions.filter(isOpen);
  const [active, setActive] = useState<number | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [reason, setReason] = useState('');
  const [last, setLast] = useState<number | null>(null);
  const [params, setParams] = useSearchParams();
  const shown = filterOf(params.get('show'));
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [helpOpen, setHelpOpen] = useState(false);
  const wide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false }) ?? false;
  const narrow = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false }) ?? false;
  const reviews = comparison.data?.reviews ?? [];
  const nReviews = reviews.length;
  const nColumns = Math.min(nReviews, wide ? 3 : 2);
  const lastColumn = last !== null && last >= nColumns - 1 && last < nReviews ? last : nColumns - 1;
  const columns = useMemo(
    () => Array.from({ length: nColumns }, (_, n) => (n === nColumns - 1 ? lastColumn : n)),
    [nColumns, lastColumn],
  );
  const factsOf = (region: Region) => ({
    isOpen: isOpen(region),
    isFlagged: idsOf(region.number).some((id) => rowOf(doc, id).flagged),
  });
  const matching = regions.filter((region) => shown.matches(region, factsOf(region)));
  const current =
    regions.find((region) => region.number === active) ??
    matching.find(isOpen) ??
    matching[0] ??
    open[0] ??
    regions[0] ??
    null;
  // The region that one is at stays in sight, whatever the filter says.
  const seen = new Set<Region | null>([...matching, active === null ? null : current]);
  const gold = useRef<HTMLButtonElement>(null);
  useTitle(`${info.pair.title}, adjudication`);
  useExchange(editor);

  const activate = (number: number) => {
    setActive(number);
    setChoice(null);
    setReason('');
  };
  const step = (by: 1 | -1) => {
    const at = current?.number ?? 0;
    const next =
      by > 0 ? matching.find((region) => region.number > at) : matching.findLast((region) => region.number < at);
    if (next) activate(next.number);
    else editor.say(by > 0 ? 'This is the last region.' : 'This is the first region.');
  };
  const take = (number: number) => {
    if (!current || locked || number >= nReviews) return;
    if (!columns.includes(number)) setLast(number);
    setChoice(takeAll(number));
  };
  const switchPart = (part: Part, number?: number) => {
    if (!current || locked || !partsOf(current).includes(part)) return;
    const from = choice ?? takeAll(first(fromWhom(doc, idsOf(current.number), current, null)));
    setChoice({ ...from, [part]: number ?? (from[part] + 1) % nReviews });
  };
  const accept = (chosen: Choice | null = choice) => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    const because = reason || ids.map((id) => rowOf(doc, id).decision_reason).find((text) => text) || '';
    const done = editor.do(settle(doc, ids, chosen && compose(current, chosen), because));
    if (!done) return;
    const from = fromWhom(doc, ids, current, chosen);
    const left = open.filter((region) => region !== current);
    const wanted = left.filter((region) => matching.includes(region));
    const after = (of: readonly Region[]) => of.find((region) => region.number > current.number) ?? of[0];
    const next = after(wanted) ?? after(left);
    editor.say(`Region ${current.number} settled${from ? `: took ${from}` : ''}. ${count(left.length)}`);
    if (next) activate(next.number);
    else {
      setChoice(null);
      setReason('');
      setActive(current.number);
      gold.current?.focus();
    }
  };
  const edit = (at: EditAt = 'row') => {
    if (!current || locked || narrow) return;
    const ids = idsOf(current.number);
    if (choice) {
      const chosen = settle(doc, ids, compose(current, choice), reason);
      // The result stays open while it is edited.
      if ('operation' in chosen)
        chosen.operation.steps.push({
          type: 'set',
          rows: keptRows(chosen.operation.steps),
          fields: { status: 'proposed' },
        });
      if (!editor.do(chosen)) return;
    }
    const row = place(editor.state.doc, regions).rows.get(current.number)?.[0];
    if (row) onEdit(current.number, row, at);
  };
  const flag = () => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    const is = ids.some((id) => rowOf(doc, id).flagged);
    editor.do(gestures.set(doc, 'flag', ids, { flagged: !is }));
  };
  const goTo = (text: string): string | null => {
    const id = rowAt(doc, text);
    const wrong = id ? null : `“${text}” is not a ${isTimed(doc) ? 'time' : 'row number'}.`;
    if (wrong) editor.say(wrong, 'warn');
    if (!id) return wrong;
    const region = regions.find(({ number }) => idsOf(number).includes(id));
    if (region) activate(region.number);
    else {
      const block = placed.blocks.find((one) => 'agreed' in one && one.agreed.includes(id));
      if (block && 'agreed' in block) unfold([block.agreed[0] as string], true);
      requestAnimationFrame(() =>
        document.querySelector(`[data-row="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'center' }),
      );
    }
    return null;
  };
  const unfold = (folds: readonly string[], isOpen: boolean) =>
    setUnfolded((before) => {
      const after = new Set(before);
      for (const fold of folds) {
        if (isOpen) after.add(fold);
        else after.delete(fold);
      }
      return after;
    });
  const blocks = folded(placed.blocks, seen, placed.rows);
  const unfoldAround = () => {
    const at = blocks.findIndex((block) => 'region' in block && block.region === current);
    const folds = [blocks[at - 1], blocks[at + 1]].flatMap((block) =>
      block && 'folded' in block ? [block.folded[0] as string] : [],
    );
    unfold(folds, !folds.every((fold) => unfolded.has(fold)));
  };
  const mark = () => {
    if (locked) return;
    if (open.length > 0) editor.say(count(open.length), 'warn');
    else editor.do(gestures.submit(doc, false));
  };
  useRegionKeys({
    take,
    part: (n) => {
      const part = current && partsOf(current)[n];
      if (part) switchPart(part);
    },
    accept: () => accept(),
    majority: () => {
      const most = current && majority(current);
      if (most === null) editor.say('No two reviews agree here.', 'warn');
      else accept(takeAll(most));
    },
    edit: () => edit(),
    comment: () => edit('comments'),
    paper: () => doc.kind === 'paper_talk' && edit('paper'),
    goTo: () => document.querySelector<HTMLElement>('[data-field=go-to]')?.focus(),
    unfold: unfoldAround,
    help: () => setHelpOpen(true),
    step,
    reason: () => document.querySelector<HTMLElement>('[data-field=decision-reason]')?.focus(),
    flag,
    undo: () => run(editor, 'undo'),
    redo: () => run(editor, 'redo'),
    mark,
    play: () => {
      const row = current && idsOf(current.number)[0];
      if (!row) return;
      editor.moveTo(row, null);
      run(editor, 'play');
    },
  });
  const on = useLatest({
    activate,
    take,
    part: switchPart,
    reason: setReason,
    accept: () => accept(),
    edit: () => edit(),
    flag,
  });

  const settled = regions.length - open.length;
  const isReady = comparison.isSuccess && open.length === 0;
  return (
    <div className={styles.page}>
      <header className={bar.bar}>
        <Home />
        <Crumbs info={info} />
        <span className={bar.grow} />
        {regions.length > 0 && (
          <span className={header.progress}>
            <span
              className={header.meter}
              role="img"
              aria-label={`${settled} of ${plural(regions.length, 'region')} settled`}
            >
              <i style={{ width: `${(100 * settled) / regions.length}%` }} />
            </span>
            <span>
              {settled} of {plural(regions.length, 'region')}
            </span>
          </span>
        )}
        <span className={header.separator} />
        <SaveBadge />
        <span className={header.separator} />
        <UndoButtons />
        {!locked && (
          <button
            ref={gold}
            type="button"
            className={`${bar.button} ${isReady ? bar.main : styles.notReady}`}
            data-ready={isReady || undefined}
            title={open.length > 0 ? count(open.length) : `Mark as gold${key('mark') && ` (${key('mark')})`}`}
            onClick={mark}
          >
            Mark as gold
          </button>
        )}
      </header>
      {comparison.data && regions.length > 0 && (
        <RegionBar
          regions={regions}
          factsOf={factsOf}
          nReviews={nReviews}
          shown={shown.key}
          onShow={(key) => {
            setActive(null);
            setParams((before) => {
              if (key === 'differ') before.delete('show');
              else before.set('show', key);
              return before;
            });
          }}
          withNames={comparison.data.may_see_names && doc.state !== 'submitted' ? withNames : null}
          onNames={setWithNames}
          isTimed={isTimed(doc)}
          onGoTo={goTo}
        />
      )}
      <RegionNotices
        comparison={comparison.data}
        settled={
          open.length > 0 || !comparison.data
            ? null
            : regions.map((region) => fromWhom(doc, idsOf(region.number), region, null))
        }
        locked={locked}
        again={again}
        onMark={mark}
      />
      <main className={styles.regions} data-columns={columns.length}>
        <div className={styles.line} data-kind="columns">
          <span className={styles.mark}>{isTimed(doc) ? 'time' : 'row'}</span>
          <span>
            <b>{doc.kind === 'bitext' ? 'Source' : 'Talk'}</b>{' '}
            {doc.kind === 'bitext' && doc.sourceLanguage !== 'und' && language(doc.sourceLanguage)}
          </span>
          {columns.map((number, column) => (
            <span key={column}>
              {nReviews > nColumns && column === nColumns - 1 ? (
                Array.from({ length: nReviews - column }, (_, n) => column + n).map((other) => (
                  <button
                    key={other}
                    type="button"
                    className={styles.letter}
                    aria-pressed={other === number}
                    aria-label={`Show ${letters[other]}`}
                    onClick={() => setLast(other)}
                  >
                    {letters[other]}
                  </button>
                ))
              ) : (
                <b className={styles.letter}>{letters[number]}</b>
              )}{' '}
              <Reviewer review={reviews[number]} />
            </span>
          ))}
          <span className={styles.goldHead}>
            <IconAward size={14} stroke={1.75} aria-hidden="true" /> <b>Gold</b> {!locked && 'follows your choice'}
          </span>
        </div>
        {comparison.isPending && <p className={styles.loading}>Comparing the reviews…</p>}
        {comparison.isError && !comparison.data && (
          <div className={styles.loading}>
            <ErrorNote error={comparison.error} onRetry={() => void comparison.refetch()} />
          </div>
        )}
        {comparison.data && regions.length > 0 && matching.length === 0 && (
          <p className={styles.loading}>
            No region is shown by this filter.{' '}
            <button type="button" className={bar.textButton} onClick={() => setParams({})}>
              Show all {regions.length}
            </button>
          </p>
        )}
        {comparison.data &&
          blocks.map((block) =>
            'region' in block ? (
              <RegionView
                key={`region-${block.region.number}`}
                region={block.region}
                n={regions.length}
                rows={idsOf(block.region.number).map((id) => rowOf(doc, id))}
                where={whereIs(doc, idsOf(block.region.number))}
                isActive={block.region === current}
                choice={block.region === current ? choice : null}
                reason={block.region === current ? reason : ''}
                reasons={comparison.data.reasons}
                columns={columns}
                locked={locked}
                narrow={narrow}
                on={on}
              />
            ) : (
              <Fragment key={`folded-${block.folded[0]}`}>
                <Folded
                  ids={block.folded}
                  nRegions={block.nRegions}
                  isOpen={unfolded.has(block.folded[0] as string)}
                  onToggle={() => unfold([block.folded[0] as string], !unfolded.has(block.folded[0] as string))}
                />
              </Fragment>
            ),
          )}
      </main>
      <Strip regions={regions} isOpen={isOpen} current={current} onChoose={activate} />
      <footer className={styles.footer}>
        <span className={styles.keys} aria-hidden="true">
          {keysFor(nReviews, doc.kind, keySettings, isMac())
            .filter(({ inFooter }) => inFooter)
            .map(({ shown: keys, words }) => (
              <span key={words}>
                <b>{keys}</b> {words}
              </span>
            ))}
        </span>
        <span role="status" aria-live="polite" data-tone={notice.tone} className={styles.notice}>
          {notice.text}
        </span>
        <button type="button" className={styles.allKeys} onClick={() => setHelpOpen(true)}>
          <b aria-hidden="true">{key('help')}</b> all keys
        </button>
      </footer>
      <KeyHelp nReviews={nReviews} kind={doc.kind} isOpen={helpOpen} onClose={() => setHelpOpen(false)} />
      <LaterDialogs />
    </div>
  );
}

/** The name where it may be seen, and when the review was submitted. */
function Reviewer({ review }: { review: Comparison['reviews'][number] | undefined }) {
  if (!review) return null;
  const name = review.annotator && (review.annotator.name || review.annotator.username);
  return (
    <>
      {name ?? 'name hidden'}{' '}
      {review.submitted_at && (
        <small title={dateTime(review.submitted_at)}>{day.format(new Date(review.submitted_at))}</small>
      )}
    </>
  );
}

type Block = { region: Region } | { folded: readonly string[]; nRegions: number };

/** What is drawn, in order: regions that are shown, and between them all else as one fold. */
function folded(
  blocks: readonly ({ region: Region } | { agreed: readonly string[] })[],
  seen: ReadonlySet<Region | null>,
  rows: ReadonlyMap<number, readonly string[]>,
): readonly Block[] {
  const drawn: ({ region: Region } | { folded: string[]; nRegions: number })[] = [];
  for (const block of blocks) {
    if ('region' in block && seen.has(block.region)) {
      drawn.push(block);
      continue;
    }
    const ids = 'region' in block ? (rows.get(block.region.number) ?? noRows) : block.agreed;
    const n = 'region' in block ? 1 : 0;
    const before = drawn.at(-1);
    if (before && 'folded' in before) {
      before.folded.push(...ids);
      before.nRegions += n;
    } else if (ids.length > 0) drawn.push({ folded: [...ids], nRegions: n });
  }
  return drawn;
}

function first(same: string): number {
  return Math.max(0, letters.indexOf((same.split(',')[0] || 'A') as (typeof letters)[number]));
}

function count(n: number): string {
  return n === 0 ? 'No region is open.' : n === 1 ? '1 region is open.' : `${n.toLocaleString('en')} regions are open.`;
}

/** The rows that steps label in the end. */
function keptRows(steps: readonly { type: string; rows?: string[] }[]): string[] {
  return [...new Set(steps.flatMap((step) => (step.type === 'set' ? (step.rows ?? []) : [])))];
}

/** Functions that stay the same for those who hold them, and always do the latest. */
function useLatest<T extends Record<string, (...given: never[]) => void>>(functions: T): T {
  const latest = useRef(functions);
  useEffect(() => {
    latest.current = functions;
  });
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(latest.current).map((name) => [
          name,
          (...given: never[]) => latest.current[name as keyof T]?.(...given),
        ]),
      ) as T,
    [],
  );
}
