import type { Normaliser } from '@/features/releases/requests/systems';

/** What is done to a text before it is compared, by the names of the API. */
const described: Readonly<Record<Normaliser, string>> = {
  plain: 'Plain: lower case, no punctuation',
  spoken: 'Spoken: numbers and signs as words',
  written: 'Written: numbers in digits',
  none: 'None: as it is',
};
export const normalisers = Object.entries(described).map(([value, label]) => ({ value: value as Normaliser, label }));

/** Short names, for a switch. */
export const forms: Readonly<Record<string, string>> = {
  plain: 'Plain',
  spoken: 'Spoken',
  written: 'Written',
  none: 'None',
} satisfies Record<Normaliser, string>;
