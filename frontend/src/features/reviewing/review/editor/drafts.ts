/** Post-edits that were begun and not saved, by row, on this device. */

import { store, stored } from '@/lib/stored';
import type { Doc } from '../model/document';
import { sideText } from '../model/text';
import type { EditorState } from './state';

/** The text that a draft was begun on, and the version of the row that had it. */
export interface DraftBase {
  version: number;
  text: string;
}

type State = Pick<EditorState, 'info' | 'doc' | 'drafts'>;

interface Draft {
  text: string;
  base: DraftBase | null;
}

export class Drafts {
  private readonly drafts: Map<string, Draft>;
  private readonly key: string;

  constructor(review: number, person: number) {
    this.key = `lectern.drafts.${review}.${person}`;
    this.drafts = new Map(read(this.key));
  }

  all(): ReadonlyMap<string, string> {
    return new Map([...this.drafts].map(([row, { text }]) => [row, text]));
  }

  base(row: string): DraftBase | null {
    return this.drafts.get(row)?.base ?? null;
  }

  /** `base`: what the row says now; it counts where this is the first of the draft. */
  put(row: string, text: string | null, base: DraftBase | null): void {
    const draft = text === null ? null : { text, base: this.drafts.get(row)?.base ?? base };
    if (draft) this.drafts.set(row, draft);
    else this.drafts.delete(row);
    // Another tab may have stored drafts of other rows in the meantime.
    const kept = new Map(read(this.key));
    if (draft) kept.set(row, draft);
    else kept.delete(row);
    store(this.key, kept.size > 0 ? [...kept].map(([id, { text, base }]) => [id, text, base]) : undefined);
  }
}

/** What a row says: its post-edit, or the text as it was aligned. */
export function baseOf(doc: Doc, id: string): DraftBase | null {
  const row = doc.rows.get(id);
  return row ? { version: row.version, text: row.post_edit ?? sideText(doc, row, 'target') } : null;
}

/**
 * A draft that says something else than the row; null where there is none. While a review is submitted, or is not the
 * reader's to edit, it says what was saved. One that was superseded shows them: nowhere else can they be copied.
 */
export function draftOf({ info, doc, drafts }: State, id: string): string | null {
  if (!info.can_edit || doc.state === 'submitted') return null;
  const text = drafts.get(id);
  return text === undefined || text === baseOf(doc, id)?.text ? null : text;
}

/** All such drafts, by row. */
export function draftsOf(state: State): ReadonlyMap<string, string> {
  return new Map([...state.drafts].filter(([id]) => state.doc.rows.has(id) && draftOf(state, id) !== null));
}

function read(key: string): [string, Draft][] {
  const kept = stored(key);
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((entry): [string, Draft][] => {
    if (!Array.isArray(entry) || typeof entry[0] !== 'string' || typeof entry[1] !== 'string') return [];
    // Earlier versions kept no base.
    return [[entry[0], { text: entry[1], base: (entry[2] as DraftBase | undefined) ?? null }]];
  });
}
