/** The summary as it changes with the spans, at its budget; what the last edit brought in or put out. */

import { useDeferredValue, useMemo, useState } from 'react';
import { useDefaults } from '@/api/defaults';
import { plural } from '@/lib/format';
import { lengthOf } from '@/lib/summary';
import { useKeyText, useReviewParts } from '../frame/context';
import { placesOf } from '../grid/places';
import { budgetsOf, crossingOf, type LabelledBudget, lengthsOf, spokenOn, summaryOf } from '../model/summary';
import styles from './SummaryTab.module.css';

export function SummaryTab() {
  const { doc, before } = useReviewParts((state) => ({ doc: state.doc, before: state.before }));
  const { keyed } = useKeyText();
  const settled = useDeferredValue(doc);
  const earlier = useDeferredValue(before);
  const budgets = budgetsOf(useDefaults().data?.summary_sentences ?? null);
  const [choice, setChoice] = useState<string | null>(null);
  const first = budgets.find((other) => other.budget.kind === 'words') ?? (budgets[0] as LabelledBudget);
  const { label, budget } = budgets.find((other) => other.label === choice) ?? first;
  const words = useMemo(() => spokenOn(settled).words, [settled]);
  const chosen = useMemo(() => summaryOf(settled, words, budget), [settled, words, budget]);
  const were = useMemo(
    () => (earlier ? new Set(summaryOf(earlier, spokenOn(earlier).words, budget)) : null),
    [earlier, budget],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the paper itself never changes
  const places = useMemo(() => placesOf(doc), [doc.sourceUnits, doc.sections]);
  const is = new Set(chosen);
  const out = were ? [...were].filter((position) => !is.has(position)) : [];
  const most = Math.max(1, ...chosen.map((position) => words[position] ?? 0));
  const length = lengthOf(lengthsOf(doc), chosen);
  const [reached, wanted] =
    budget.kind === 'words'
      ? [length, budget.n]
      : [chosen.length, budget.kind === 'sentences' ? budget.n : Math.round(budget.n * doc.sourceUnits.length)];
  const crossing = crossingOf(chosen, words, reached, wanted);
  const unit = budget.kind === 'words' ? 'words' : 'sentences';
  return (
    <>
      <section>
        <span className={styles.budget} role="radiogroup" aria-label="Length">
          {budgets.map((other) => (
            <button
              key={other.label}
              type="button"
              role="radio"
              aria-checked={other.label === label}
              onClick={() => setChoice(other.label)}
            >
              {other.label}
            </button>
          ))}
        </span>
        <p className={styles.length}>
          <b>{reached}</b> of {wanted} {unit},{' '}
          {budget.kind === 'words' ? plural(chosen.length, 'sentence') : plural(length, 'word')}
          {crossing && (
            <span title="Sentences are taken whole, most spoken first, until the length is nearest to the budget.">
              ; {crossing}
            </span>
          )}
          <span className={styles.meter}>
            <i style={{ width: `${Math.min(100, (100 * reached) / Math.max(1, wanted))}%` }} />
          </span>
        </p>
      </section>
      <ol className={styles.summary} lang={doc.sourceLanguage || undefined}>
        {[...chosen, ...out].map((position) => {
          const isOut = !is.has(position);
          const enters = were !== null && !were.has(position);
          const place = places[position];
          return (
            <li key={position} data-out={isOut} data-position={position}>
              <span className={styles.n}>
                {place?.section ? `§${place.section} · ` : ''}
                {position + 1}
              </span>
              <span className={styles.bar2}>
                <i style={{ width: `${Math.min(100, (100 * (words[position] ?? 0)) / most)}%` }} />
              </span>
              <span className={styles.w}>{Math.round(words[position] ?? 0)}</span>
              <p>{doc.sourceUnits[position]?.text}</p>
              {(isOut || enters) && <span className={styles.change}>{isOut ? 'leaves' : 'enters'}</span>}
            </li>
          );
        })}
      </ol>
      {chosen.length === 0 && <p className={styles.length}>No span has a sentence yet.</p>}
      <p className={styles.length}>Ranked by content words spoken: without stop words and fillers.</p>
      {were && (
        <p className={styles.length}>
          Compared with the summary before your last edit. {keyed('Undo', 'undo')} restores it.
        </p>
      )}
    </>
  );
}
