/** Porter's stemmer as ROUGE's programs have it: `alignment/metrics/porter.py`, line by line; one corpus holds both. */

const irregular: Readonly<Record<string, string>> = {
  sky: 'sky',
  skies: 'sky',
  dying: 'die',
  lying: 'lie',
  tying: 'tie',
  news: 'news',
  inning: 'inning',
  innings: 'inning',
  outing: 'outing',
  outings: 'outing',
  canning: 'canning',
  cannings: 'canning',
  howe: 'howe',
  proceed: 'proceed',
  exceed: 'exceed',
  succeed: 'succeed',
};

type Rules = readonly (readonly [suffix: string, replacement: string])[];

const second: Rules = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
  ['fulli', 'ful'],
];
const third: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
const fourth = 'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ');

/** The stem of a lower-case English word. */
export function stem(word: string): string {
  if (Object.hasOwn(irregular, word)) return irregular[word] as string;
  if (word.length <= 2) return word;
  return steps.reduce((stemmed, step) => step(stemmed), word);
}

const steps: readonly ((word: string) => string)[] = [
  plural,
  past,
  (word) =>
    word.length > 2 && word.endsWith('y') && isConsonant(word, word.length - 2) ? `${word.slice(0, -1)}i` : word,
  derived,
  (word) => replaced(word, third),
  stripped,
  tidied,
];

function isConsonant(word: string, at: number): boolean {
  const letter = word[at] as string;
  if ('aeiou'.includes(letter)) return false;
  return letter !== 'y' || at === 0 || !isConsonant(word, at - 1);
}

/** How many times a vowel sequence is followed by a consonant sequence. */
function measure(word: string): number {
  let n = 0;
  for (let at = 1; at < word.length; at += 1) if (isConsonant(word, at) && !isConsonant(word, at - 1)) n += 1;
  return n;
}

function hasVowel(word: string): boolean {
  return [...word].some((_, at) => !isConsonant(word, at));
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && isConsonant(word, last);
}

function endsShort(word: string): boolean {
  const n = word.length;
  if (n === 2) return !isConsonant(word, 0) && isConsonant(word, 1);
  if (n < 3 || 'wxy'.includes(word[n - 1] as string)) return false;
  return isConsonant(word, n - 3) && !isConsonant(word, n - 2) && isConsonant(word, n - 1);
}

function plural(word: string): string {
  if (word.endsWith('ies')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('sses')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function past(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const suffix = ['ed', 'ing'].find((each) => word.endsWith(each));
  if (suffix === undefined) return word;
  const rest = word.slice(0, -suffix.length);
  if (!hasVowel(rest)) return word;
  if (['at', 'bl', 'iz'].some((end) => rest.endsWith(end))) return `${rest}e`;
  if (endsDouble(rest)) return 'lsz'.includes(rest.at(-1) as string) ? rest : rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function derived(word: string): string {
  if (word.endsWith('alli') && measure(word.slice(0, -4)) > 0) return derived(word.slice(0, -2));
  if (word.endsWith('logi') && !second.some(([suffix]) => word.endsWith(suffix)))
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  return replaced(word, second);
}

function stripped(word: string): string {
  for (const suffix of fourth) {
    if (!word.endsWith(suffix)) continue;
    const rest = word.slice(0, -suffix.length);
    const fits = measure(rest) > 1 && (suffix !== 'ion' || 'st'.includes(rest.at(-1) as string));
    if (fits || suffix !== 'ion') return fits ? rest : word;
  }
  return word;
}

function tidied(word: string): string {
  let kept = word;
  if (kept.endsWith('e')) {
    const rest = kept.slice(0, -1);
    if (measure(rest) > 1 || (measure(rest) === 1 && !endsShort(rest))) kept = rest;
  }
  return kept.endsWith('ll') && measure(kept.slice(0, -1)) > 1 ? kept.slice(0, -1) : kept;
}

function replaced(word: string, rules: Rules): string {
  const rule = rules.find(([suffix]) => word.endsWith(suffix));
  if (!rule) return word;
  const [suffix, replacement] = rule;
  const rest = word.slice(0, -suffix.length);
  return measure(rest) > 0 ? rest + replacement : word;
}
