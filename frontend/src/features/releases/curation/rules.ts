import type { Rules } from './requests';

/** Without rules that ask for nothing, as the server stores them. */
export function cleaned(rules: Rules): Rules {
  const empty = (value: unknown): boolean =>
    value === '' ||
    value == null ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'object' && Object.values(value).every((one) => one == null));
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => !empty(value))) as Rules;
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
