/** What else is known of a row: the offline translation, why the engine is as sure as it is, the chips around. */

import { useMemo } from 'react';
import { probability } from '@/lib/format';
import { readOnly } from '../editor/state';
import { useEditor, useKeyText, useReview } from '../frame/context';
import { useOfflineColumn } from '../frame/useWide';
import { byPlace, type Doc, numberOf, offlineOf, rowOf } from '../model/document';
import { bring } from '../model/gestures';
import { reasonsOf } from '../model/reasons';
import { chipText } from '../model/text';
import type { Chip } from '../model/types';
import { EarlierTranslations } from '../recall/EarlierTranslations';
import { Terms } from '../terms/Terms';
import helper from './Helper.module.css';
import { MatchedWords } from './MatchedWords';

export function ContextTab({ doc, id }: { doc: Doc; id: string }) {
  const row = rowOf(doc, id);
  const column = useOfflineColumn();
  const offline = column.shown ? '' : offlineOf(doc, row);
  return (
    <>
      {offline && (
        <section>
          <h2>
            Offline translation <small>for comparison</small>
          </h2>
          <p className={helper.quote} lang={doc.targetLanguage} dir="auto">
            {offline}
          </p>
        </section>
      )}
      {doc.kind === 'bitext' && <EarlierTranslations row={id} />}
      <Terms row={row} text={null} />
      <Why doc={doc} id={id} />
      {doc.kind === 'bitext' && <Near doc={doc} id={id} />}
      {doc.kind === 'paper_talk' && row.source[0] && <Around doc={doc} unit={row.source[0].unit} />}
    </>
  );
}

function Why({ doc, id }: { doc: Doc; id: string }) {
  const row = rowOf(doc, id);
  const { reasons, sentence } = useMemo(() => reasonsOf(doc, row), [doc, row]);
  const x = (share: number) => 2 + 80 * Math.max(0, Math.min(1, share));
  return (
    <section>
      <h2>
        <span>
          {row.confidence === null
            ? row.edited
              ? 'Made by hand'
              : 'No confidence'
            : row.edited
              ? `The engine’s estimate was ${probability(row.confidence)}`
              : `Why ${probability(row.confidence)}`}
        </span>
      </h2>
      <p className={helper.reason}>{sentence}</p>
      {doc.kind === 'bitext' && <MatchedWords doc={doc} row={row} />}
      {reasons.length > 0 && (
        <details className={helper.gauges}>
          <summary>
            What the engine measured{' '}
            <small>
              {[
                reasons.some(({ band }) => band) && 'band: 80 % of accepted rows',
                reasons.some(({ limits }) => limits.length > 0) && 'dashed: threshold',
              ]
                .filter(Boolean)
                .join(', ')}
            </small>
          </summary>
          <table className={helper.why}>
            <tbody>
              {reasons.map(({ name, label, text, at, band, limits, out }) => (
                <tr key={name} className={out ? helper.out : undefined}>
                  <th scope="row">{label}</th>
                  <td className={helper.value}>{text}</td>
                  <td className={helper.band}>
                    <svg className={helper.range} viewBox="0 0 84 12" aria-hidden="true">
                      <line x1="2" x2="82" y1="6" y2="6" stroke="var(--rule-2)" />
                      {band && (
                        <rect
                          x={x(band[0])}
                          y="3"
                          width={Math.max(1, x(band[1]) - x(band[0]))}
                          height="6"
                          fill="var(--heat-2)"
                        />
                      )}
                      {limits.map((limit) => (
                        <line
                          key={limit}
                          x1={x(limit)}
                          x2={x(limit)}
                          y1="0"
                          y2="12"
                          stroke="var(--ink-3)"
                          strokeDasharray="2 1.5"
                        />
                      ))}
                      <path d={`M${x(at)} 2.5l3.5 3.5-3.5 3.5-3.5-3.5z`} fill={out ? 'var(--weak)' : 'var(--ink)'} />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}

/** Two chips before the row's first and two after its last; those in other rows can be added. */
function Near({ doc, id }: { doc: Doc; id: string }) {
  const editor = useEditor();
  const { key } = useKeyText();
  const locked = useReview(readOnly) !== null;
  const near = useMemo(() => neighboursOf(doc, id), [doc, id]);
  if (near.length === 0) return null;
  return (
    <section>
      <h2>
        Neighbouring chips{' '}
        {!locked && key('borrow') && (
          <small>
            <kbd>{key('borrow')}</kbd> to add one
          </small>
        )}
      </h2>
      <ol className={helper.near}>
        {near.map((chip) => {
          const here = rowOf(doc, id).target.includes(chip);
          return (
            <li key={chip.id} data-here={here}>
              <span className={helper.n}>{chip.unit + 1}</span>
              <span lang={doc.targetLanguage || undefined} dir="auto">
                {chipText(chip, doc.targetUnits)}
              </span>
              {here ? (
                <span className={helper.n}>here</span>
              ) : locked ? null : (
                <button
                  type="button"
                  aria-label={`add chip ${chip.unit + 1}`}
                  onClick={() => editor.do(bring(editor.state.doc, id, chip.id))}
                >
                  add
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Around({ doc, unit }: { doc: Doc; unit: number }) {
  const from = Math.max(0, unit - 1);
  return (
    <section>
      <h2>In the paper</h2>
      <ol className={helper.near}>
        {doc.sourceUnits.slice(from, unit + 2).map((sentence) => (
          <li key={sentence.position} data-here={sentence.position !== unit}>
            <span className={helper.n}>{sentence.position + 1}</span>
            <span lang={doc.sourceLanguage || undefined}>{sentence.text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

const each = 2;
const most = 12;

/** Two before the row's first chip, its own, and two after its last, in the order of the text. */
export function neighboursOf(doc: Doc, id: string): readonly Chip[] {
  const row = rowOf(doc, id);
  // Without a target of its own, the place is between those of the rows around.
  const above = doc.order.slice(0, numberOf(doc, id) - 1).findLast((other) => rowOf(doc, other).target.length > 0);
  const first = row.target[0]?.unit ?? (above ? (rowOf(doc, above).target.at(-1)?.unit ?? -1) + 1 : 0);
  const last = row.target.at(-1)?.unit ?? first - 1;
  const chips: Chip[] = [];
  for (const { target } of doc.rows.values()) {
    // Chips of a row are in order: few rows reach so far.
    if ((target[0]?.unit ?? Infinity) > last + each || (target.at(-1)?.unit ?? -1) < first - each) continue;
    chips.push(...target.filter((chip) => chip.unit >= first - each && chip.unit <= last + each));
  }
  return chips.sort(byPlace).slice(0, most);
}
