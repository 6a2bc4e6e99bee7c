/**
 * Someone else has changed the row: shows both versions, and four ways to go on. It opens by itself while somebody types, so
 * no key decides before it could be read: the focus is on the dialog, not on a choice (`useUnhurried`).
 */

import { Button, Group } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { timeOfDay } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { judgements } from '@/ui/large/judgements';
import { decide, editBoth, textOf } from '../editor/deciding';
import type { Editor } from '../editor/editor';
import { useEditor, useReview } from '../frame/context';
import { InvalidStep } from '../model/apply';
import { type Doc, numberOf } from '../model/document';
import { givenLabels } from '../model/labels';
import type { LoggedRow } from '../model/types';
import type { Conflict } from '../sending/state';
import styles from './ConflictDialog.module.css';
import { Dialog } from './Dialog';
import { useUnhurried } from './useUnhurried';
import { linkWords, othersWords, savedWords, versionsOf, wordsOf } from './versions';

export function ConflictDialog() {
  const conflict = useReview((state) => state.queue.conflict);
  return conflict && <Undecided key={conflict.operation.id} conflict={conflict} />;
}

function Undecided({ conflict }: { conflict: Conflict }) {
  const editor = useEditor();
  const doc = useReview((state) => state.doc);
  const reader = useReview((state) => state.info.reader.id);
  const isShown = useReview((state) => state.dialog === 'conflict');
  const nSaved = useReview((state) => state.queue.saved - conflict.savedBefore);
  const nWaiting = useReview((state) => state.queue.waiting.length - 1);
  const change = editor.exchange.sync.firstChangeOf(conflict.operation.id);
  const { mine, theirs, base } = versionsOf(conflict, change);
  const words = wordsOf(conflict, reader);
  const later = () => void editor.exchange.resolve('later');
  const isStillPossible = fits(editor, conflict);
  const choices = [
    { words: words.keepMine, act: () => void decide(editor, 'mine', theirs), disabled: !isStillPossible },
    { words: 'Keep what is saved', act: () => void decide(editor, 'theirs', theirs) },
    ...(mine && theirs ? [{ words: 'Edit from both', act: () => editBoth(editor, mine, theirs) }] : []),
  ];
  const byKey = Object.fromEntries(choices.flatMap(({ act, disabled }, at) => (disabled ? [] : [[`${at + 1}`, act]])));
  useUnhurried(isShown ? conflict.operation.id : null, { ...byKey, Escape: later });
  const number = theirs && doc.rows.has(theirs.id) ? numberOf(doc, theirs.id) : null;
  const title = `${number ? `Row ${number}` : 'A row'} was saved ${words.where}`;
  const started = base ? textOf(doc, base) : theirs ? textOf(doc, theirs) : '';
  const shared = { doc, started, base };
  return (
    <Dialog name="conflict" size={760} title={title} onClose={later} contentClass={styles.content ?? ''}>
      <div className={styles.whole} data-autofocus tabIndex={-1} role="group" aria-label={title}>
        <p className="soft">
          Both are kept until you choose, and can be brought back afterwards. {othersWords(nSaved, nWaiting)}
        </p>
        <div className={styles.versions}>
          <Version {...shared} title={words.mine} note={`${timeOfDay(conflict.madeAt)}, not saved`} row={mine} />
          <Version {...shared} title="What is saved" note={savedWords(conflict, words.who)} row={theirs} />
          <div className={styles.base}>
            <h3>
              Both started from <small>{base ? `version ${base.version}` : ''}</small>
            </h3>
            <p lang={doc.targetLanguage || undefined} dir="auto">
              {started || 'no text'}
            </p>
          </div>
        </div>
        {!isStillPossible && (
          <p className={styles.moved}>
            The chips are in other rows now, so yours can’t be kept. Keep what is saved, and make your change again
            there.
          </p>
        )}
        <Group gap={8} mt={16}>
          {choices.map((choice, at) => (
            <Button key={choice.words} onClick={choice.act} disabled={choice.disabled} aria-keyshortcuts={`${at + 1}`}>
              {choice.words}
              <Key>{at + 1}</Key>
            </Button>
          ))}
          <Button variant="subtle" ml="auto" onClick={later} aria-keyshortcuts="Escape">
            Later
            <Key>Esc</Key>
          </Button>
        </Group>
        <p className={styles.guard}>
          <IconLock size={14} stroke={1.75} aria-hidden="true" />
          Enter does nothing here until you have gone to a choice with Tab. Keys of the first second are ignored.
        </p>
      </div>
    </Dialog>
  );
}

/** Whether what was done here can still be done, on the rows as they are. */
function fits(editor: Editor, conflict: Conflict): boolean {
  try {
    editor.exchange.sync.onTop(conflict);
    return true;
  } catch (error) {
    if (error instanceof InvalidStep) return false;
    throw error;
  }
}

/** Of this dialog alone: what else its keys do elsewhere has nothing to do with it. */
function Key({ children }: { children: ReactNode }) {
  return (
    <span className={styles.digit} aria-hidden="true">
      {children}
    </span>
  );
}

interface VersionProps {
  doc: Doc;
  title: string;
  note: string;
  row: LoggedRow | undefined;
  started: string;
  base: LoggedRow | undefined;
}

function Version({ doc, title, note, row, started, base }: VersionProps) {
  const labels = useReview((state) => state.info.labels);
  return (
    <div>
      <h3>
        {title} <small>{note}</small>
      </h3>
      {row ? (
        <>
          <p className={styles.text}>
            <Difference before={started} after={textOf(doc, row)} language={doc.targetLanguage} />
          </p>
          <p className={styles.labels}>
            <span>{row.status}</span>
            {doc.kind === 'bitext' &&
              (['good_align', 'good_mt'] as const).map((name) => (
                <span key={name} data-value={row[name]}>
                  {judgements[name]} {word(row[name])}
                </span>
              ))}
            {row.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
            {givenLabels(row, labels).map(({ key, name, text }) => (
              <span key={key}>
                {name} {text}
              </span>
            ))}
            {row.flagged && <span>flagged</span>}
            {linkWords(row, base) && <span>{linkWords(row, base)}</span>}
          </p>
        </>
      ) : (
        <p>This row is gone; its chips are in other rows.</p>
      )}
    </div>
  );
}

function word(value: boolean | null): string {
  return value === null ? 'not set' : value ? 'yes' : 'no';
}
