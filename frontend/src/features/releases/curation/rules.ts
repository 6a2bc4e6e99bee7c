import { stripped } from '@/lib/blanks';
import type { Rules } from './requests';
import { basisWords } from './words';

/** What is asked where a rule that is on or off is not set. */
const byDefault: Partial<Rules> = { implicit: false, null_rows: true, passed: false };

/**
 * Without what asks for nothing, as the server stores rules (tests/contract/rules). A split that is as usual stays: what
 * is usual comes from the server.
 */
export function cleaned(rules: Rules): Rules {
  const entries = Object.entries(rules).flatMap(([name, value]) => {
    const asked = name === 'split' ? value : askedBy(name as keyof Rules, value);
    return asked == null || asked === '' || asked === byDefault[name as keyof Rules] ? [] : [[name, asked]];
  });
  return Object.fromEntries(entries) as Rules;
}

/** The value of a rule; null where it asks for nothing. */
function askedBy(name: keyof Rules, value: unknown): unknown {
  if (typeof value === 'string') return stripped(value);
  if (Array.isArray(value)) {
    const lines: string[] = name === 'exclude' ? value.map(stripped).filter(Boolean) : value;
    const all = Object.keys(basisWords);
    const several = name === 'basis' ? all.filter((one) => lines.includes(one)) : [...new Set(lines)];
    return several.length === 0 || (name === 'basis' && several.length === all.length) ? null : several;
  }
  if (typeof value !== 'object' || value === null) return value;
  const isByTalk = name === 'talks_out' || name === 'pins';
  const parts = Object.entries(value).flatMap(([key, part]) => {
    if (isByTalk) return [[stripped(key), stripped(part)]];
    if (Array.isArray(part)) return part.length > 0 ? [[key, [...new Set(part)]]] : [];
    return part === null ? [] : [[key, part]];
  });
  return parts.length > 0 ? Object.fromEntries(parts) : null;
}

/** The exclusion list from a text with one talk a line; `name` is that of its file. */
export function excluded(text: string, name: string): Partial<Rules> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  return { exclude: lines, exclude_name: lines.length > 0 ? name : '' };
}

export function withLabel(rules: Rules, key: string, chosen: string[]): Record<string, string[]> {
  const { [key]: _, ...others } = rules.labels ?? {};
  return chosen.length > 0 ? { ...others, [key]: chosen } : others;
}
