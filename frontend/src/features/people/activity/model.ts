import type { ActivityEntry, ActivityFilter } from './requests';

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
const dayKey = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' });

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

interface Kind {
  /** Among the filters. */
  label: string;
  /** After a number, in a folded line. */
  many: string;
  /** Where one is shown; null without a page. */
  place: string | null;
}

/** All that the log has entries of, in the order of the filter. */
export const kinds: Record<NonNullable<ActivityFilter['kind']>, Kind> = {
  pair: { label: 'Pairs', many: 'pairs', place: '/p/:slug/pairs/:id' },
  review: { label: 'Reviews', many: 'reviews', place: '/review/:id' },
  slots: { label: 'Assignments', many: 'times', place: '/p/:slug/reviews/assignments' },
  document: { label: 'Documents', many: 'documents', place: '/p/:slug/documents/:id' },
  import: { label: 'Imports', many: 'imports', place: '/p/:slug/pairs/import/:id' },
  bulk: { label: 'Bulk alignments', many: 'bulk alignments', place: '/p/:slug/runs' },
  preset: { label: 'Presets', many: 'presets', place: '/p/:slug/settings/presets' },
  vectors: { label: 'Word vectors', many: 'word vectors', place: '/vectors' },
  member: { label: 'Members', many: 'people', place: '/p/:slug/people' },
  invitation: { label: 'Invitations', many: 'invitations', place: '/p/:slug/people' },
  announcement: { label: 'Announcements', many: 'announcements', place: '/p/:slug/people' },
  account: { label: 'Accounts', many: 'accounts', place: null },
  token: { label: 'API tokens', many: 'tokens', place: null },
  rating_task: { label: 'Rating tasks', many: 'rating tasks', place: null },
  link: { label: 'Author links', many: 'author links', place: '/p/:slug/summaries/ratings' },
  summary_set: { label: 'Imported summaries', many: 'imports', place: '/p/:slug/summaries/evaluation' },
  slides_predictions: {
    label: 'Predictions on slides',
    many: 'imports',
    place: '/p/:slug/summaries/evaluation/slides',
  },
  generation_run: { label: 'Generated texts', many: 'runs', place: null },
  tuning: { label: 'Searches for settings', many: 'searches', place: '/p/:slug/summaries/evaluation' },
  training_set: { label: 'Training sets', many: 'training sets', place: '/p/:slug/summaries/training-sets' },
  test_set: { label: 'Test sets', many: 'test sets', place: '/p/:slug/test-sets/:id' },
  release: { label: 'Releases', many: 'releases', place: '/p/:slug/test-sets/releases/:id' },
  glossary: { label: 'Glossary', many: 'times', place: '/p/:slug/settings/glossary' },
  webhook: { label: 'Webhooks', many: 'webhooks', place: '/p/:slug/settings/webhooks?webhook=:id' },
  project: { label: 'Project', many: 'times', place: '/p/:slug/settings' },
};

/** An entry may be of no object, or of a kind that a newer server has. */
const kindOf = ({ object_kind }: ActivityEntry): Kind | undefined =>
  Object.hasOwn(kinds, object_kind) ? kinds[object_kind as keyof typeof kinds] : undefined;

/** What a folded line is about: "12 pairs". */
export function manyOf({ entries }: Line): string {
  return `${entries.length} ${kindOf(entries[0])?.many ?? 'times'}`;
}

/** Where the object of an entry is shown, if it has a page. */
export function placeOf(slug: string, entry: ActivityEntry): string | null {
  const { object_id: id, verb } = entry;
  const place = kindOf(entry)?.place;
  if (!place || verb.endsWith('_removed') || verb.endsWith('_discarded')) return null;
  if (id === null && place.includes(':id')) return null;
  return place.replace(':slug', slug).replace(':id', String(id));
}
