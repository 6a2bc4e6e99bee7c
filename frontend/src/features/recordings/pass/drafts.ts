/** What was typed at the masks of a pass and not saved, by the code of the mask, on this device. */

import { store, stored } from '@/lib/stored';

export interface Draft {
  /** In the field; null while it is as the mask starts. */
  text: string | null;
  /** In the field of the written form; null while it is as the answer has it. */
  written: string | null;
}

export type Drafts = ReadonlyMap<string, Draft>;

export const noDraft: Draft = { text: null, written: null };

const keyOf = (pass: number, person: number) => `lectern.pass-drafts.${pass}.${person}`;

export function readDrafts(pass: number, person: number): Drafts {
  const kept = stored(keyOf(pass, person));
  if (!Array.isArray(kept)) return new Map();
  return new Map(
    kept.flatMap((entry): [string, Draft][] => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
      const draft = { text: textOf(entry[1]), written: textOf(entry[2]) };
      return isDraft(draft) ? [[entry[0], draft]] : [];
    }),
  );
}

export function keepDrafts(pass: number, person: number, drafts: Drafts): void {
  const kept = [...drafts].map(([mask, { text, written }]) => [mask, text, written]);
  store(keyOf(pass, person), kept.length > 0 ? kept : undefined);
}

/** Of one mask alone: what is kept of the others may be from another tab. */
export function keepDraft(pass: number, person: number, mask: string, draft: Draft): void {
  keepDrafts(pass, person, withDraft(readDrafts(pass, person), mask, draft));
}

/** With another draft of a mask, or without one. */
export function withDraft(drafts: Drafts, mask: string, draft: Draft): Drafts {
  const next = new Map(drafts);
  if (isDraft(draft)) next.set(mask, draft);
  else next.delete(mask);
  return next;
}

const isDraft = ({ text, written }: Draft) => text !== null || written !== null;
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
