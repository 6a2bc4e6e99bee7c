/** All regions of an adjudication, in the order of the talk; what is agreed on is folded between them. */

import { useMediaQuery } from '@mantine/hooks';
import { IconAward, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useCompareAgain, useComparison } from '@/api/adjudications';
import { plural } from '@/lib/format';
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
import { Superseded } from '../frame/Superseded';
import { useExchange } from '../frame/useExchange';
import { numberOf, rowOf } from '../model/document';
import * as gestures from '../model/gestures';
import { sideText } from '../model/text';
import styles from './Adjudication.module.css';
import {
  type Choice,
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
import { fromWhom, RegionView } from './RegionView';
import { useRegionKeys } from './useRegionKeys';

const none: readonly Region[] = [];

export function Regions({ onEdit }: { onEdit: (region: number, row: string) => void }) {
  const editor = useEditor();
  const { doc, info } = useReviewParts((state) => ({ doc: state.doc, info: state.info }));
  const locked = useReview(readOnly) !== null;
  const notice = useReview((state) => state.notice);
  // The server tells the names once it knows that the adjudication is submitted, which the page shows before.
  const isSaved = useReview(({ queue }) => queue.waiting.length === 0 && queue.sending === 0);
  const known = useRef(doc.state);
  if (isSaved) known.current = doc.state;
  const comparison = useComparison(info.id, known.current);
  const again = useCompareAgain(info.id);
  const regions = comparison.data?.regions ?? none;
  const placed = useMemo(() => place(doc, regions), [doc, regions]);
  const idsOf = (number: number) => placed.rows.get(number) ?? [];
  const isOpen = (region: Region) => !isSettled(doc, idsOf(region.number));
  const open = regions.filter(isOpen);
  const [active, setActive] = useState<number | null>(null);
  const [choice, setChoice] = useState<Choice | null>(null);
  const [reason, setReason] = useState('');
  const [second, setSecond] = useState(1);
  const wide = useMediaQuery('(min-width: 1500px)', false, { getInitialValueInEffect: false }) ?? false;
  const narrow = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false }) ?? false;
  const reviews = comparison.data?.reviews ?? [];
  const columns = useMemo(
    () => (reviews.length > 2 && !wide ? [0, second] : reviews.map((review) => review.number)),
    [reviews, wide, second],
  );
  const current = regions.find((region) => region.number === active) ?? open[0] ?? regions[0] ?? null;
  const gold = useRef<HTMLButtonElement>(null);
  useTitle(`${info.pair.title}, adjudication`);
  useExchange(editor);

  const activate = (number: number) => {
    setActive(number);
    setChoice(null);
    setReason('');
  };
  const step = (by: 1 | -1) => {
    const at = current ? regions.indexOf(current) : -1;
    const next = regions[at + by];
    if (next) activate(next.number);
    else editor.say(by > 0 ? 'This is the last region.' : 'This is the first region.');
  };
  const take = (number: number) => {
    if (!current || locked || number >= reviews.length) return;
    if (!columns.includes(number)) setSecond(number);
    setChoice(takeAll(number));
  };
  const switchPart = (part: Part, number?: number) => {
    if (!current || locked || !partsOf(current).includes(part)) return;
    const from = choice ?? takeAll(first(fromWhom(doc, idsOf(current.number), current, null)));
    setChoice({ ...from, [part]: number ?? (from[part] + 1) % reviews.length });
  };
  const accept = (chosen: Choice | null = choice) => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    const because = reason || ids.map((id) => rowOf(doc, id).decision_reason).find((text) => text) || '';
    const done = editor.do(settle(doc, ids, chosen && compose(current, chosen), because));
    if (!done) return;
    const from = fromWhom(doc, ids, current, chosen);
    const left = open.filter((region) => region !== current);
    const next = left.find((region) => region.number > current.number) ?? left[0];
    editor.say(`Region ${current.number} settled${from ? `: took ${from}` : ''}. ${count(left.length)}`);
    if (next) activate(next.number);
    else {
      setChoice(null);
      setReason('');
      setActive(current.number);
      gold.current?.focus();
    }
  };
  const edit = () => {
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
    if (row) onEdit(current.number, row);
  };
  const flag = () => {
    if (!current || locked) return;
    const ids = idsOf(current.number);
    const is = ids.some((id) => rowOf(doc, id).flagged);
    editor.do(gestures.set(doc, 'flag', ids, { flagged: !is }));
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
    edit,
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
  const on = useLatest({ activate, take, part: switchPart, reason: setReason, accept: () => accept(), edit, flag });

  const settled = regions.length - open.length;
  const stale = reviews.filter((review) => !review.is_current);
  const goldRows = doc.order.length;
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
            className={styles.gold}
            data-ready={open.length === 0 && comparison.isSuccess ? true : undefined}
            title={open.length > 0 ? count(open.length) : 'Mark as gold (Ctrl+Shift+Enter)'}
            onClick={mark}
          >
            Mark as gold
          </button>
        )}
      </header>
      <section className={styles.notices} aria-label="Notices">
        <Superseded />
        {doc.state === 'submitted' && (
          <p className={styles.done} role="status">
            <IconAward size={16} stroke={1.75} aria-hidden="true" /> This is gold. {plural(goldRows, 'row')}.
            {info.can_edit && (
              <button type="button" className={styles.button} onClick={() => editor.do(gestures.reopen(doc))}>
                Reopen
              </button>
            )}
          </p>
        )}
        {doc.state !== 'submitted' && comparison.isSuccess && regions.length === 0 && (
          <p className={styles.done} role="status">
            {reviews.map((review) => letters[review.number]).join(' and ')} agree on all{' '}
            {plural(comparison.data.n_agreed, 'row')}.
            {!locked && (
              <button type="button" className={styles.main} onClick={mark}>
                Mark as gold
              </button>
            )}
          </p>
        )}
        {doc.state !== 'submitted' && regions.length > 0 && open.length === 0 && (
          <p className={styles.done} role="status">
            {summary(regions.map((region) => fromWhom(doc, idsOf(region.number), region, null)))}
          </p>
        )}
        {doc.state !== 'submitted' && stale.length > 0 && (
          <p className={styles.stale} role="alert">
            {stale.map((review) => `Review ${letters[review.number]}`).join(' and ')}{' '}
            {stale.some((review) => review.state !== 'submitted')
              ? 'is in progress again. Wait until it is submitted.'
              : 'was changed after it was compared.'}
            {stale.every((review) => review.state === 'submitted') && !locked && (
              <button
                type="button"
                className={styles.button}
                disabled={again.isPending}
                onClick={() => again.mutate(undefined, { onSuccess: () => void editor.exchange.catchUp() })}
              >
                Compare again
              </button>
            )}
          </p>
        )}
        {again.isError && <ErrorNote error={again.error} onRetry={() => again.mutate()} />}
        {comparison.isError && !comparison.data && (
          <ErrorNote error={comparison.error} onRetry={() => void comparison.refetch()} />
        )}
      </section>
      <main className={styles.regions} data-columns={columns.length}>
        <div className={styles.line} data-kind="columns">
          <span>
            <b>{doc.kind === 'bitext' ? 'Source' : 'Talk'}</b>
          </span>
          {columns.map((number) => {
            const review = reviews[number];
            return (
              <span key={number}>
                {reviews.length > 2 && !wide && number !== 0 ? (
                  [1, 2].map((other) => (
                    <button
                      key={other}
                      type="button"
                      className={styles.letter}
                      aria-pressed={other === second}
                      onClick={() => setSecond(other)}
                    >
                      {letters[other]}
                    </button>
                  ))
                ) : (
                  <b className={styles.letter}>{letters[number]}</b>
                )}{' '}
                {review?.annotator ? review.annotator.name || review.annotator.username : 'name hidden'}
              </span>
            );
          })}
          <span className={styles.goldHead}>
            <IconAward size={14} stroke={1.75} aria-hidden="true" /> <b>Gold</b> {!locked && 'follows your choice'}
          </span>
        </div>
        {comparison.isPending && <p className={styles.loading}>Comparing the reviews…</p>}
        {comparison.data &&
          placed.blocks.map((block) =>
            'region' in block ? (
              <RegionView
                key={`region-${block.region.number}`}
                region={block.region}
                n={regions.length}
                ids={idsOf(block.region.number)}
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
              <Agreed key={`agreed-${block.agreed[0]}`} ids={block.agreed} />
            ),
          )}
      </main>
      <Strip regions={regions} isOpen={isOpen} current={current} onChoose={activate} />
      <footer className={styles.footer}>
        <span className={styles.keys} aria-hidden="true">
          <b>A</b> take A <b>B</b> take B{' '}
          {reviews.length > 2 && (
            <>
              <b>C</b> take C <b>Shift+Enter</b> take the majority{' '}
            </>
          )}
          <b>1 2 3</b> switch a part <b>E</b> edit <b>Enter</b> accept, next <b>J K</b> next, previous <b>Q</b> reason{' '}
          <b>F</b> flag to discuss <b>Z</b> undo
        </span>
        <span role="status" aria-live="polite" data-tone={notice.tone} className={styles.notice}>
          {notice.text}
        </span>
      </footer>
      <LaterDialogs />
    </div>
  );
}

function Agreed({ ids }: { ids: readonly string[] }) {
  const doc = useReview((state) => state.doc);
  const [isOpen, setOpen] = useState(false);
  const [first, last] = [numberOf(doc, ids[0] as string), numberOf(doc, ids.at(-1) as string)];
  const implicit = ids.filter((id) => rowOf(doc, id).status !== 'accepted').length;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon size={13} stroke={2} aria-hidden="true" />
        <b>{first === last ? `Row ${first} agrees` : `Rows ${first} to ${last} agree`}</b>
        {implicit > 0 && <span>{rowsInWords(implicit)} not accepted by everybody</span>}
      </button>
      {isOpen && (
        <ul className={styles.agreed}>
          {ids.map((id) => {
            const row = rowOf(doc, id);
            return (
              <li key={id}>
                <span className={styles.number}>{numberOf(doc, id)}</span>
                <span lang={doc.sourceLanguage} dir="auto">
                  {sideText(doc, row, 'source') || '–'}
                </span>
                <span lang={doc.targetLanguage} dir="auto">
                  {row.post_edit ?? (sideText(doc, row, 'target') || '–')}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Strip({
  regions,
  isOpen,
  current,
  onChoose,
}: {
  regions: readonly Region[];
  isOpen: (region: Region) => boolean;
  current: Region | null;
  onChoose: (number: number) => void;
}) {
  return (
    <nav className={styles.strip} aria-label="Regions">
      {regions.map((region) => (
        <button
          key={region.number}
          type="button"
          tabIndex={region === current ? 0 : -1}
          data-open={isOpen(region) || undefined}
          aria-current={region === current || undefined}
          aria-label={`Region ${region.number}, ${isOpen(region) ? 'open' : 'settled'}`}
          onClick={() => onChoose(region.number)}
        />
      ))}
    </nav>
  );
}

function first(same: string): number {
  return Math.max(0, letters.indexOf((same.split(',')[0] || 'A') as (typeof letters)[number]));
}

function count(n: number): string {
  return n === 0 ? 'No region is open.' : n === 1 ? '1 region is open.' : `${n.toLocaleString('en')} regions are open.`;
}

function rowsInWords(n: number): string {
  return n === 1 ? '1 row' : `${n.toLocaleString('en')} rows`;
}

/** "19 regions settled: 11 A, 6 B, 2 edited." */
function summary(from: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of from) counts.set(one || 'edited', (counts.get(one || 'edited') ?? 0) + 1);
  const told = [...counts].sort((a, b) => b[1] - a[1]).map(([what, n]) => `${n} ${what}`);
  return `${plural(from.length, 'region')} settled: ${told.join('; ')}.`;
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
