/** Someone else has changed the row: shows both versions, and four ways to go on. */

import { Button, Group } from '@mantine/core';
import { timeOfDay } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import type { Editor } from '../editor/editor';
import { useEditor, useReview } from '../frame/context';
import type { Change } from '../model/apply';
import { type Doc, numberOf } from '../model/document';
import { givenLabels } from '../model/labels';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import type { Conflict } from '../queue/state';
import styles from './ConflictDialog.module.css';
import { Dialog } from './Dialog';

export function ConflictDialog() {
  const editor = useEditor();
  const conflict = useReview((state) => state.queue.conflict);
  const doc = useReview((state) => state.doc);
  const reader = useReview((state) => state.info.reader.id);
  if (!conflict) return null;
  const change = editor.exchange.sync.firstChangeOf(conflict.operation.id);
  const { mine, theirs, base } = versionsOf(conflict, change);
  const number = theirs && doc.rows.has(theirs.id) ? numberOf(doc, theirs.id) : null;
  const words = wordsOf(conflict, reader);
  const savedAt = conflict.body.changed_at ? timeOfDay(conflict.body.changed_at) : '';
  const started = base ? textOf(doc, base) : theirs ? textOf(doc, theirs) : '';
  return (
    <Dialog name="conflict" size={720} title={`${number ? `Row ${number}` : 'A row'} was changed ${words.where}`}>
      <p className="soft">
        {words.who} saved a change{savedAt && ` at ${savedAt}`} while you were editing. Choose which version to keep, or
        merge both.
      </p>
      <div className={styles.versions}>
        <Version
          doc={doc}
          title={words.mine}
          note={`${timeOfDay(conflict.madeAt)}, not saved`}
          row={mine}
          base={started}
        />
        <Version doc={doc} title={words.theirs} note={`${savedAt}, saved`} row={theirs} base={started} />
        <div className={styles.base}>
          <h3>
            Both started from <small>{base ? `version ${base.version}` : ''}</small>
          </h3>
          <p lang={doc.targetLanguage || undefined}>{started || 'no text'}</p>
        </div>
      </div>
      <Group gap={8} mt={16}>
        <Button variant="filled" data-autofocus onClick={() => editor.exchange.resolve('mine')}>
          {words.keepMine}
        </Button>
        <Button onClick={() => editor.exchange.resolve('theirs')}>{words.keepTheirs}</Button>
        {mine && theirs && <Button onClick={() => editBoth(editor, doc, mine, theirs)}>Merge both</Button>}
        <Button variant="subtle" ml="auto" onClick={() => editor.exchange.resolve('later')}>
          Later
        </Button>
      </Group>
    </Dialog>
  );
}

/** Mine becomes the draft, theirs stands beside it; their row stays as it is until the draft is saved. */
function editBoth(editor: Editor, doc: Doc, mine: Row, theirs: Row): void {
  if (!editor.exchange.resolve('theirs')) return;
  // Begun anew, on the text that stands beside it.
  editor.draft(theirs.id, null);
  editor.draft(theirs.id, textOf(doc, mine));
  editor.set({
    active: theirs.id,
    chip: null,
    theirs: { row: theirs.id, text: textOf(doc, theirs) },
    opened: { row: theirs.id, part: 'post_edit' },
  });
}

interface VersionProps {
  doc: Doc;
  title: string;
  note: string;
  row: Row | undefined;
  base: string;
}

function Version({ doc, title, note, row, base }: VersionProps) {
  const labels = useReview((state) => state.info.labels);
  return (
    <div>
      <h3>
        {title} <small>{note}</small>
      </h3>
      {row ? (
        <>
          <p className={styles.text}>
            <Difference before={base} after={textOf(doc, row)} language={doc.targetLanguage} />
          </p>
          <p className={styles.labels}>
            <span>{row.status}</span>
            <span data-value={row.good_align}>good_align {word(row.good_align)}</span>
            <span data-value={row.good_mt}>good_mt {word(row.good_mt)}</span>
            {row.tags.map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
            {givenLabels(row, labels).map(({ key, name, text }) => (
              <span key={key}>
                {name} {text}
              </span>
            ))}
            {row.flagged && <span>flagged</span>}
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

export interface Versions {
  mine: Row | undefined;
  theirs: Row | undefined;
  /** What both started from. */
  base: Row | undefined;
}

/** `change`: what the person's edit did, as they saw it; undefined where this page never applied it. */
export function versionsOf({ body }: Conflict, change: Change | undefined): Versions {
  const theirs = body.rows.find((row) => change?.after.some((mine) => mine.id === row.id)) ?? body.rows[0];
  return {
    theirs,
    mine: change?.after.find((row) => row.id === theirs?.id) ?? change?.after[0],
    base: change?.before.find((row) => row.id === theirs?.id),
  };
}

export function textOf(doc: Doc, row: Row): string {
  return row.post_edit ?? sideText(doc, row, 'target');
}

export function wordsOf({ body }: Conflict, reader: number): typeof otherTab {
  return body.changed_by?.id === reader ? otherTab : otherPerson(body.changed_by?.name ?? 'Someone else');
}

const otherTab = {
  where: 'in another tab or on another device',
  who: 'You',
  mine: 'Here',
  theirs: 'Elsewhere',
  keepMine: 'Keep this one',
  keepTheirs: 'Keep the other',
};

function otherPerson(name: string): typeof otherTab {
  return {
    where: 'by someone else',
    who: name,
    mine: 'Yours',
    theirs: `${name}’s`,
    keepMine: 'Keep mine',
    keepTheirs: `Keep ${name.split(' ')[0]}’s`,
  };
}
