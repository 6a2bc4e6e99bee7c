import type { ActivityEntry } from './requests';

/** One line of the log: an entry, or many alike that follow one another. */
export interface Line {
  key: string;
  /** The newest first; one, or at least `foldedFrom`. */
  entries: [ActivityEntry, ...ActivityEntry[]];
}

interface Day {
  key: string;
  label: string;
  lines: Line[];
}

/** So many alike in a row are one line. */
const foldedFrom = 10;

const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const dayNameOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const timeOfDay = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const dayKey = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

export const time = (iso: string) => timeOfDay.format(new Date(iso));

/** Entries by the viewer's days, those alike folded except where `unfolded` holds the line's key. */
export function daysOf(entries: ActivityEntry[], unfolded: ReadonlySet<string>, now = new Date()): Day[] {
  const days: Day[] = [];
  let at = 0;
  while (at < entries.length) {
    const first = entries[at] as ActivityEntry;
    const key = dayKey.format(new Date(first.at));
    let day = days.at(-1);
    if (day?.key !== key) {
      day = { key, label: labelOf(new Date(first.at), now), lines: [] };
      days.push(day);
    }
    let end = at + 1;
    while (end < entries.length && areAlike(first, entries[end] as ActivityEntry, key)) end += 1;
    const alike = entries.slice(at, end);
    const isFolded = alike.length >= foldedFrom && !unfolded.has(String(first.id));
    if (isFolded) day.lines.push({ key: String(first.id), entries: [first, ...alike.slice(1)] });
    else for (const entry of alike) day.lines.push({ key: String(entry.id), entries: [entry] });
    at = end;
  }
  return days;
}

function areAlike(one: ActivityEntry, other: ActivityEntry, day: string): boolean {
  return (
    one.by === other.by &&
    one.by_name === other.by_name &&
    one.verb === other.verb &&
    one.via === other.via &&
    dayKey.format(new Date(other.at)) === day
  );
}

function labelOf(day: Date, now: Date): string {
  const name = (day.getFullYear() === now.getFullYear() ? dayName : dayNameOfYear).format(day);
  return dayKey.format(day) === dayKey.format(now) ? `Today, ${name}` : name;
}

const plurals: Record<string, string> = {
  pair: 'pairs',
  review: 'reviews',
  document: 'documents',
  member: 'people',
  link: 'author links',
  import: 'imports',
  token: 'tokens',
  test_set: 'test sets',
  account: 'accounts',
};

/** What a folded line is about: "12 pairs". */
export function manyOf({ entries }: Line): string {
  return `${entries.length} ${plurals[entries[0].object_kind] ?? 'times'}`;
}

const places: Record<string, string> = {
  pair: '/p/:slug/pairs/:id',
  document: '/p/:slug/documents/:id',
  review: '/review/:id',
  import: '/p/:slug/pairs/import/:id',
  member: '/p/:slug/people',
  invitation: '/p/:slug/people',
  link: '/p/:slug/summaries',
  test_set: '/p/:slug/test-sets',
  release: '/p/:slug/test-sets/releases/:id',
  glossary: '/p/:slug/settings/glossary',
  webhook: '/p/:slug/settings/webhooks?webhook=:id',
  summary_set: '/p/:slug/summaries/evaluation',
  tuning: '/p/:slug/summaries/evaluation',
  preset: '/p/:slug/settings/presets',
  project: '/p/:slug/settings',
  vectors: '/vectors',
};

/** Where the object of an entry is shown, if it has a page. */
export function placeOf(slug: string, { object_kind: kind, object_id: id, verb }: ActivityEntry): string | null {
  const place = places[kind];
  if (!place || verb.endsWith('_removed') || verb.endsWith('_discarded')) return null;
  if (id === null && place.includes(':id')) return null;
  return place.replace(':slug', slug).replace(':id', String(id));
}
