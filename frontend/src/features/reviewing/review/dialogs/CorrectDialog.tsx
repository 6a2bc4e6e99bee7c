/** Correcting an imported text: what it should say is typed, and recorded beside it for everybody who reviews it. */

import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { isComposing } from '@/lib/chords';
import { sliceCodePoints } from '@/lib/codePoints';
import { useTyped } from '@/lib/useTyped';
import { Difference } from '@/ui/Difference';
import { ErrorNote } from '@/ui/ErrorNote';
import { sourceWords } from '@/ui/kinds';
import { recordCorrection, withdrawCorrection } from '../editor/correcting';
import { readOnly } from '../editor/state';
import { useEditor, useReview } from '../frame/context';
import { moment } from '../helper/CommentsTab';
import { changeOf, correctedText } from '../model/corrections';
import { unitsOf } from '../model/document';
import { cleanText } from '../model/text';
import type { Correction, Side } from '../model/types';
import styles from './CorrectDialog.module.css';
import { closeDialog, Dialog } from './Dialog';

export function CorrectDialog() {
  const editor = useEditor();
  const place = useReview((state) => state.correcting);
  return (
    <Dialog name="correct" when={place !== null} size={600} title="Correct the imported text">
      {place && (
        <Form
          key={`${place.side} ${place.unit}`}
          side={place.side}
          unit={place.unit}
          close={() => closeDialog(editor)}
        />
      )}
    </Dialog>
  );
}

function Form({ side, unit, close }: { side: Side; unit: number; close: () => void }) {
  const editor = useEditor();
  const imported = useReview((state) => unitsOf(state.doc, side)[unit]?.text ?? '');
  const kind = useReview((state) => state.doc.kind);
  const talk = { source: sourceWords[kind].whole, target: 'talk' };
  const language = useReview((state) => (side === 'source' ? state.doc.sourceLanguage : state.doc.targetLanguage));
  const spaceless = useReview((state) => state.doc.spaceless[side]);
  const standing = useReview((state) => state.corrections.standing[side].get(unit)) ?? none;
  const locked = useReview(readOnly);
  const now = correctedText(imported, standing);
  const name = useReview(({ info }) => `lectern.correction.${info.id}.${info.reader.id}.${side}.${unit}`);
  const [typed, setTyped] = useTyped(name);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const text = typed ?? now;
  const change = useMemo(
    () => (typed === undefined ? null : changeOf(imported, standing, cleanText(typed, spaceless), language)),
    [imported, standing, typed, spaceless, language],
  );
  const others = change?.replaces.find((one) => !one.may_withdraw);
  const act = async (work: () => Promise<void>, isLast: boolean) => {
    setBusy(true);
    setError(null);
    try {
      await work();
      setTyped(undefined);
      if (isLast) close();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  const save = () => {
    if (change && !others && !busy) void act(() => recordCorrection(editor, { side, unit }, imported, change), true);
  };
  const cancel = () => {
    setTyped(undefined);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    save();
  };
  return (
    <>
      <p className="soft">
        Write what the {kind === 'bitext' ? side : talk[side]} should say. The imported text stays as it is; the
        correction is recorded beside it, shown in all reviews of this text, and exported with gold.
      </p>
      <textarea
        className={styles.field}
        data-autofocus
        rows={3}
        lang={language || undefined}
        dir="auto"
        aria-label={`text of ${side} ${unit + 1}`}
        value={text}
        readOnly={locked !== null}
        onChange={({ currentTarget: { value } }) => setTyped(value === now ? undefined : value)}
        onKeyDown={onKeyDown}
      />
      <p className={styles.difference} aria-live="polite">
        {text === imported ? 'As it was imported.' : <Difference before={imported} after={text} language={language} />}
      </p>
      {locked !== null && <p className="soft">{locked}</p>}
      {others && (
        <p className="soft" role="alert">
          {others.by?.name ?? 'Somebody'} corrected this place; only they or an admin can change that.
        </p>
      )}
      {error !== null && <ErrorNote error={error} />}
      <Group gap={8} mt={16}>
        <Button
          variant="filled"
          disabled={!change || others !== undefined || locked !== null}
          loading={busy}
          onClick={save}
        >
          Save
        </Button>
        <Button onClick={cancel}>Cancel</Button>
      </Group>
      <Log
        side={side}
        unit={unit}
        imported={imported}
        withdraw={(one) => void act(() => withdrawCorrection(editor, one), false)}
      />
    </>
  );
}

const none: readonly Correction[] = [];

interface LogProps {
  side: Side;
  unit: number;
  imported: string;
  withdraw: (one: Correction) => void;
}

/** Who corrected what in this text, those that were withdrawn among them. */
function Log({ side, unit, imported, withdraw }: LogProps) {
  const all = useReview((state) => state.corrections.all);
  const here = all.filter((one) => one.side === side && one.unit === unit).sort((a, b) => b.id - a.id);
  if (here.length === 0) return null;
  return (
    <ol className={styles.log} aria-label="Corrections of this text">
      {here.map((one) => {
        const what = `“${sliceCodePoints(imported, one.start, one.end)}” to ${one.text ? `“${one.text}”` : 'nothing'}`;
        return (
          <li key={one.id}>
            <span>{what}</span>
            <small>
              {one.by?.name ?? 'Somebody else'}, {moment(one.at)}
              {one.withdrawn_at !== null &&
                `; withdrawn by ${one.withdrawn_by?.name ?? 'somebody else'}, ${moment(one.withdrawn_at)}`}
            </small>
            {one.may_withdraw && (
              <Button aria-label={`Withdraw: ${what}`} onClick={() => withdraw(one)}>
                Withdraw
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
