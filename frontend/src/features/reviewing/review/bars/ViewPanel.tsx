/** What the view menu holds: loaded when it is first opened. */

import { Checkbox, SegmentedControl } from '@mantine/core';
import { IconChecks, IconPrinter, IconReplace, IconSend } from '@tabler/icons-react';
import {
  type Comfort,
  leastLeft,
  mostLeft,
  mostTarget,
  storeComfort,
  type TextSize,
  textSizes,
} from '../editor/comfort';
import { runFromBar } from '../editor/commands';
import { paceOf, type Work } from '../editor/pace';
import { chooseView } from '../editor/searching';
import { useEditor, useReview } from '../frame/context';
import { progressOf } from '../model/document';
import { orders, orderWords, type View } from '../model/filters';
import { BarButton } from './buttons';
import styles from './Toolbar.module.css';

const sizeWords: Readonly<Record<TextSize, string>> = { small: 'S', normal: 'M', large: 'L', largest: 'XL' };

interface ViewPanelProps {
  work: Work | null;
  /** Shuts the menu; `close` gives the focus back to the rows as well. */
  shut: () => void;
  close: () => void;
}

export function ViewPanel({ work, shut, close }: ViewPanelProps) {
  const editor = useEditor();
  const canSubmit = useReview(({ doc, info }) => doc.state !== 'submitted' && info.can_edit);
  const isAdjudication = useReview(({ info }) => info.kind === 'adjudication');
  const act = (id: 'accept_many' | 'find_replace' | 'submit') => () => {
    shut();
    runFromBar(editor, id);
  };
  return (
    <>
      <OrderField />
      <Looks />
      <div className={styles.actions}>
        {!isAdjudication && (
          <BarButton onClick={act('accept_many')}>
            <IconChecks size={16} stroke={1.75} aria-hidden="true" /> Accept many rows
          </BarButton>
        )}
        <BarButton onClick={act('find_replace')}>
          <IconReplace size={16} stroke={1.75} aria-hidden="true" /> Find and replace
        </BarButton>
        <BarButton
          onClick={() => {
            close();
            globalThis.print();
          }}
        >
          <IconPrinter size={16} stroke={1.75} aria-hidden="true" /> Print all rows
        </BarButton>
        {canSubmit && (
          <BarButton onClick={act('submit')} className={styles.onNarrow}>
            <IconSend size={16} stroke={1.75} aria-hidden="true" /> Submit the review
          </BarButton>
        )}
      </div>
      {work && <OwnPace work={work} />}
    </>
  );
}

/** Here too, for where the bar has no room for it. */
function OrderField() {
  const editor = useEditor();
  const order = useReview((state) => state.view.order);
  return (
    <div>
      <p className={styles.caption} id="order-of-rows">
        Order
      </p>
      <SegmentedControl
        fullWidth
        aria-labelledby="order-of-rows"
        value={order}
        onChange={(value) => void chooseView(editor, { ...editor.state.view, order: value as View['order'] })}
        data={orders.map((value) => ({ value, label: orderWords[value] }))}
      />
    </div>
  );
}

function Looks() {
  const editor = useEditor();
  const comfort = useReview((state) => state.comfort);
  const isTalk = useReview((state) => state.doc.kind !== 'bitext');
  const put = (change: Partial<Comfort>) => {
    const next = { ...editor.state.comfort, ...change };
    storeComfort(editor.state.info.reader.id, next);
    editor.set({ comfort: next });
  };
  return (
    <>
      <div>
        <p className={styles.caption} id="text-size">
          Text size
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="text-size"
          value={comfort.text}
          onChange={(value) => put({ text: value as TextSize })}
          data={textSizes.map((value) => ({ value, label: sizeWords[value] }))}
        />
      </div>
      <label className={styles.width}>
        <span className={styles.caption}>Width of the {isTalk ? 'talk' : 'source'}</span>
        <input
          type="range"
          min={leastLeft}
          max={mostLeft}
          step={2}
          value={comfort.left}
          aria-valuetext={`${comfort.left} percent`}
          onChange={(event) => put({ left: Number(event.currentTarget.value) })}
        />
      </label>
      <Checkbox
        label="Helper beside the rows"
        checked={comfort.helper}
        onChange={(event) => put({ helper: event.currentTarget.checked })}
      />
      <label className={styles.target}>
        <span className={styles.caption}>Rows to do today; 0 does not count them</span>
        <input
          type="number"
          min={0}
          max={mostTarget}
          value={comfort.target}
          onChange={(event) =>
            put({ target: Math.max(0, Math.min(mostTarget, Math.floor(event.currentTarget.valueAsNumber || 0))) })
          }
        />
      </label>
      {!isTalk && (
        <Checkbox label="Map" checked={comfort.map} onChange={(event) => put({ map: event.currentTarget.checked })} />
      )}
    </>
  );
}

function OwnPace({ work }: { work: Work }) {
  const doc = useReview((state) => state.doc);
  const { rows, done } = progressOf(doc);
  const { minutes, rowsPerHour, minutesLeft } = paceOf(work, rows - done);
  return (
    <p className={styles.pace}>
      <b>{timeWords(minutes)}</b> in this review today
      {rowsPerHour !== null && `, ${rowsPerHour} rows an hour`}
      {minutesLeft !== null && `; about ${timeWords(minutesLeft)} left`}. Only you see this.
    </p>
  );
}

function timeWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}
