/** How numbers, times and names are written. Pure functions; the interface is English, so is their output. */

import { byCharacter } from './difference';

const whole = new Intl.NumberFormat('en');
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const minute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

export function count(value: number): string {
  return whole.format(value);
}

/** "1 pair", "2 pairs", "0 pairs"; `many` when the plural is not an s. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How far something is, from 0 to 1, as whole per cent, rounded down: 99.6 % is not yet 100. */
export function percent(share: number): string {
  return `${Math.floor(Math.min(1, Math.max(0, share)) * 100)} %`;
}

/** A measured figure as the field writes it, `.62`, `−.05`, `1.00`, rounded; an en dash when unknown. */
export function figure(value: number | null, digits = 2): string {
  if (value === null) return '–';
  const text = Math.abs(value).toFixed(digits).replace(/^0/, '');
  return value < 0 && Number(text) !== 0 ? `−${text}` : text;
}

/** A figure that is not measured (a choice, a limit, a mark of an axis), without zeros that say nothing: `.3`, `0`, `1.5`. */
export function shortFigure(value: number): string {
  return `${value < 0 ? '−' : ''}${String(Math.abs(value)).replace(/^0\./, '.')}`;
}

/** A difference with its sign, `+.47`, `−.05`; none before what rounds to nothing; an en dash when unknown. */
export function signed(value: number | null, written: (size: number) => string = figure): string {
  if (value === null) return '–';
  const text = written(Math.abs(value));
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}

/** How likely chance makes such a difference: `p = .032`, `p < .001`. */
export function chanceText(p: number): string {
  return p < 0.001 ? 'p < .001' : `p = ${figure(p, 3)}`;
}

/** A measured share as whole per cent, rounded. */
export function roundedPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A score from 0 to 1 as tables of ROUGE have it, `66.9`; an en dash when unknown. */
export function perHundred(share: number | null): string {
  return share === null ? '–' : (100 * share).toFixed(1);
}

/** A confidence, `.62`, rounded down, so that none looks more certain than it is; an en dash when unknown. */
export function probability(value: number | null): string {
  if (value === null) return '–';
  const floored = Math.floor(Math.min(1, Math.max(0, value)) * 100 + 1e-9) / 100;
  return figure(floored);
}

export function date(iso: string): string {
  return day.format(new Date(iso));
}

/** "27 Nov" */
export function shortDate(iso: string): string {
  return shortDay.format(new Date(iso));
}

export function dateTime(iso: string): string {
  return minute.format(new Date(iso));
}

/** "14:05"; of a time as the server writes it, or in milliseconds. */
export function timeOfDay(at: string | number): string {
  return clockTime.format(new Date(at));
}

/** "just now", "2 min ago", "3 h ago", "yesterday", "9 days ago", then the date. */
export function ago(iso: string, now = Date.now()): string {
  const seconds = (now - new Date(iso).getTime()) / 1000;
  if (seconds < 45) return 'just now';
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} min ago`;
  if (seconds < 86_400) return `${Math.round(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  if (days === 1) return 'yesterday';
  return days < 30 ? `${days} days ago` : date(iso);
}

/** A position in a recording: 02:31, or 1:02:31 past the hour. */
export function clock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`;
}

/** How long work took: "0.4 s", "42 s", "3 min 05 s". */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds / 1000);
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.round(seconds)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes} min ${String(Math.floor(seconds % 60)).padStart(2, '0')} s`;
}

/** An estimate of time, no more exact than it is: "a second", "20 s", "4 min", "2 h", "3 days". */
export function about(seconds: number): string {
  if (seconds < 1.5) return 'a second';
  if (seconds < 90) return `${roughly(seconds)} s`;
  if (seconds < 5400) return `${roughly(seconds / 60)} min`;
  if (seconds < 172_800) return `${roughly(seconds / 3600)} h`;
  return `${roughly(seconds / 86_400)} days`;
}

/** To two digits at most. */
function roughly(value: number): string {
  return count(Number(value.toPrecision(value < 10 ? 1 : 2)));
}

export function bytes(size: number): string {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 ** 2) return `${(size / 1024).toFixed(1)} kB`;
  if (size < 1024 ** 3) return `${(size / 1024 ** 2).toFixed(size < 100 * 1024 ** 2 ? 1 : 0)} MB`;
  return `${(size / 1024 ** 3).toFixed(1)} GB`;
}

/** The English name of a language tag; the tag itself where it has none, "language unknown" for an empty one. */
export function language(tag: string): string {
  if (!tag || tag === 'und') return 'language unknown';
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Two languages where there is little room, "EN → JA"; a question mark for one that is unknown. */
export function languageCodes(source: string, target: string): string {
  return [source, target].map((tag) => (tag && tag !== 'und' ? tag.toUpperCase() : '?')).join(' → ');
}

/** Up to two letters for a person's mark; one where they are as wide as Han: two would not fit. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = words.length > 1 && !byCharacter.test(name) ? [words[0], words.at(-1)] : words.slice(0, 1);
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
