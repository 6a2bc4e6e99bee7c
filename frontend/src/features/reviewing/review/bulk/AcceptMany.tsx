/** Accepting many rows at once: which, from which probability on, how many that is, and the least sure of them. */

import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ReactNode, useMemo, useState } from 'react';
import { chordOf, isMac } from '@/lib/chords';
import { acceptableFrom, sureFrom } from '@/lib/confidence';
import { count, plural, probability } from '@/lib/format';
import { ConfidenceMark } from '@/ui/Confidence';
import { rowWords } from '@/ui/kinds';
import { closeDialog, Dialog } from '../dialogs/Dialog';
import { go } from '../editor/navigation';
import { passAfter } from '../editor/passes';
import { useEditor, useReview } from '../frame/context';
import { acceptAll, type From, firstWithRows, type Preview, preview, probabilityOf } from '../model/bulk';
import { type Doc, numberOf, rowOf } from '../model/document';
import { reasonsOf } from '../model/reasons';
import { sideText } from '../model/text';
import styles from './AcceptMany.module.css';
import { type Scope, ScopeField, scopesOf } from './ScopeField';

/** Probabilities to choose from; null is any. */
const froms: readonly From[] = [...acceptableFrom, null];

/** Of the rows that are held back; how many there are is said in words. */
const mostHeld = 3;

export function AcceptMany() {
  const opened = useReview((state) => state.dialog === 'accept_many');
  const kind = useReview((state) => state.doc.kind);
  return (
    <Dialog name="accept_many" size={760} title={`Accept many ${rowWords[kind][1]}`}>
      {opened && <Choice />}
    </Dialog>
  );
}

function Choice() {
  const editor = useEditor();
  // Chosen from what was there when the dialog was opened.
  const [scopes] = useState(() => scopesOf(editor.state));
  const [scope, setScope] = useState<Scope>(() => scopes[0]?.scope ?? 'all');
  const [from, setFrom] = useState<From>(() => (scope === 'selection' ? null : sureFrom));
  const doc = useReview((state) => state.doc);
  const chosen = scopes.find((one) => one.scope === scope)?.ids;
  const outcome = useMemo(
    () =>
      preview(
        doc,
        (chosen ?? []).filter((id) => doc.rows.has(id)),
        from,
      ),
    [doc, chosen, from],
  );
  // Wherever the focus is: a digit may be pressed before it is here.
  useWindowEvent('keydown', (event) => {
    const digit = froms[Number(chordOf(event, isMac())) - 1];
    if (digit === undefined) return;
    event.preventDefault();
    setFrom(digit);
  });
  const nAccepted = outcome.accepted.length;
  const words = rowWords[doc.kind];
  const accept = () => {
    if (nAccepted === 0) return;
    const again = editor.state.again && passAfter(editor.state, outcome.accepted);
    if (!editor.do(acceptAll(doc, outcome.accepted))) return;
    editor.set({ dialog: null, anchor: null, again, focus: editor.state.focus + 1 });
    const { visible, doc: now } = editor.state;
    const left = visible.find((id) => rowOf(now, id).status === 'proposed');
    if (left) {
      editor.moveTo(left, null);
      editor.set({ scroll: editor.scrolled('third') });
    }
    editor.say(`Accepted ${plural(outcome.accepted.length, ...words)}. One undo takes them all back.`);
  };
  return (
    <Stack
      component="form"
      gap={16}
      onSubmit={(event) => {
        event.preventDefault();
        accept();
      }}
      onKeyDown={(event) => {
        // The key that opened it, still held down, accepts nothing.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
    >
      <ScopeField scopes={scopes} scope={scope} choose={setScope} />
      <div>
        <p className={styles.label} id="accept-from">
          With a probability of at least
        </p>
        <SegmentedControl
          fullWidth
          aria-labelledby="accept-from"
          value={String(from)}
          onChange={(value) => setFrom(value === 'null' ? null : Number(value))}
          data={froms.map((value, at) => ({
            value: String(value),
            label: (
              <>
                {value === null ? 'any' : probability(value)} <Digit>{at + 1}</Digit>
              </>
            ),
          }))}
        />
      </div>
      <Outcome doc={doc} found={outcome} from={from} />
      {outcome.accepted.length === 0 && <Lower ids={chosen ?? []} from={from} choose={setFrom} />}
      <Group gap={8} className={styles.actions}>
        {/* Not disabled, so that it holds the focus until a threshold has rows. */}
        <Button
          type="submit"
          variant="filled"
          data-autofocus
          aria-disabled={nAccepted === 0}
          data-disabled={nAccepted === 0 || undefined}
        >
          Accept {plural(nAccepted, ...words)}
        </Button>
        <Button onClick={() => closeDialog(editor)}>Cancel</Button>
      </Group>
    </Stack>
  );
}

/** The key beside a choice, which is for the eyes: radio buttons are walked by the arrows. */
function Digit({ children }: { children: ReactNode }) {
  return (
    <span className={styles.digit} aria-hidden="true">
      {children}
    </span>
  );
}

/** Where no row is as sure as that: the surest threshold that has some. Engines' probabilities seldom reach the top. */
function Lower({ ids, from, choose }: { ids: readonly string[]; from: From; choose: (from: From) => void }) {
  const doc = useReview((state) => state.doc);
  const lower = froms.slice(froms.indexOf(from) + 1);
  const here = ids.filter((id) => doc.rows.has(id));
  const first = useMemo(() => firstWithRows(doc, here, lower), [doc, here, lower]);
  if (!first) return null;
  const words = first.from === null ? 'Any probability' : `From ${probability(first.from)} on`;
  return (
    <Button className={styles.lower} onClick={() => choose(first.from)}>
      {words}: {plural(first.n, ...rowWords[doc.kind])} <Digit>{froms.indexOf(first.from) + 1}</Digit>
    </Button>
  );
}

function Outcome({ doc, found, from }: { doc: Doc; found: Preview; from: From }) {
  const { accepted, held, leastSure } = found;
  return (
    <Stack role="status" gap={8}>
      <p>
        <b>{plural(accepted.length, ...rowWords[doc.kind])} will be accepted.</b> {leftWords(found, from)}
      </p>
      <Some title="The least sure of them" doc={doc} ids={leastSure} />
      <Some title="Nulls, left to review: no text speaks for them" doc={doc} ids={held.slice(0, mostHeld)} />
    </Stack>
  );
}

function Some({ title, doc, ids }: { title: string; doc: Doc; ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <>
      <p className={styles.label}>{title}</p>
      <ul className={styles.rows}>
        {ids.map((id) => (
          <Shown key={id} doc={doc} id={id} />
        ))}
      </ul>
    </>
  );
}

/** A look at the row leaves the dialog; nothing has been accepted then. */
function Shown({ doc, id }: { doc: Doc; id: string }) {
  const editor = useEditor();
  const row = rowOf(doc, id);
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        onClick={() => {
          editor.set({ dialog: null });
          go(editor, id);
        }}
      >
        <span className={styles.number}>{numberOf(doc, id)}</span>
        <span className={styles.sure}>
          <ConfidenceMark value={probabilityOf(row)} />
        </span>
        <span className={styles.text} lang={doc.sourceLanguage || undefined} dir="auto">
          {sideText(doc, row, 'source') || '—'}
        </span>
        <span className={styles.text} lang={doc.targetLanguage || undefined} dir="auto">
          {sideText(doc, row, 'target') || '—'}
        </span>
        <span className={styles.why}>{reasonsOf(doc, row).sentence}</span>
      </button>
    </li>
  );
}

/** What accepting many rows leaves, and what there was nothing to do about. */
export function leftWords({ below, held, unknown, done }: Omit<Preview, 'accepted' | 'leastSure'>, from: From): string {
  const left = [
    from !== null && below > 0 ? `${count(below)} below ${probability(from)}` : '',
    held.length > 0 ? plural(held.length, 'null') : '',
    unknown > 0 ? `${count(unknown)} without a probability` : '',
  ].filter(Boolean);
  return [
    left.length > 0 ? `Still to review: ${left.join(', ')}.` : '',
    done > 0 ? `${count(done)} accepted already.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
