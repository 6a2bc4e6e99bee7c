/** The two versions of a row in conflict, and how each is called: the other may be one's own from another tab. */

import type { Change } from '../model/apply';
import type { Doc } from '../model/document';
import { sideText } from '../model/text';
import type { Row } from '../model/types';
import type { Conflict } from '../queue/state';

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
