import type { Normaliser } from '@/features/releases/requests/systems';

/** What is done to a text before it is compared, by the names of the API. */
export const normalisers: { value: Normaliser; label: string }[] = [
  { value: 'plain', label: 'Plain: lower case, no punctuation' },
  { value: 'spoken', label: 'Spoken: numbers and signs as words' },
  { value: 'written', label: 'Written: numbers in digits' },
  { value: 'none', label: 'None: as it is' },
];

/** Short names, for a switch. */
export const forms: Readonly<Record<string, string>> = {
  plain: 'Plain',
  spoken: 'Spoken',
  written: 'Written',
  none: 'None',
};
