/** What else is known of a row: the offline translation, why the engine is as sure as it is, the chips around. */

import { useMemo } from 'react';
import { probability } from '@/lib/format';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import { useKeyText } from '../frame/useKeyText';
import { useOfflineColumn } from '../frame/useWide';
import { type Doc, offlineOf, rowOf } from '../model/document';
import { bring } from '../model/gestures';
import { reasonsOf } from '../model/reasons';
import { chipText } from '../model/text';
import { EarlierTranslations } from '../recall/EarlierTranslations';
import { Terms } from '../terms/Terms';
import styles from './ContextTab.module.css';
import helper from './Helper.module.css';
import { neighboursOf } from './neighbours';

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
          <p className={styles.quote} lang={doc.targetLanguage} dir="auto">
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
            ? 'Made by hand'
            : row.edited
              ? `The engine gave ${probability(row.confidence)}`
              : `Why ${probability(row.confidence)}`}
        </span>
        <small>
          {[
            reasons.some(({ band }) => band) && 'band: 80 % of accepted rows',
            reasons.some(({ limits }) => limits.length > 0) && 'dashed: threshold',
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
      </h2>
      {reasons.length > 0 && (
        <table className={styles.why}>
          <tbody>
            {reasons.map(({ name, label, text, at, band, limits, out }) => (
              <tr key={name} className={out ? styles.out : undefined}>
                <th scope="row">{label}</th>
                <td className={styles.value}>{text}</td>
                <td className={styles.band}>
                  <svg className={styles.range} viewBox="0 0 84 12" aria-hidden="true">
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
      )}
      <p className={helper.reason}>{sentence}</p>
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
