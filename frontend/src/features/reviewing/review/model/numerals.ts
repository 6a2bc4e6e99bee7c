/**
 * Numbers in running text: figures in any script's digits, with the words that scale them ("1.5 million", "150万"),
 * Chinese and Japanese numerals ("二千十一", "一九八四", "六億2000万"), and English number words ("two hundred").
 *
 * Cases that the server's own readers share are in tests/contract/numbers. Number words of other languages are not read:
 * the readers for browsers weigh more than the editor (docs/decisions/checks.md).
 */

export interface Numeral {
  value: number;
  /** As it is written. */
  text: string;
  /** Whether it is written in digits: only those have to be in the other text as well. */
  isFigure: boolean;
  /** "1980s": eighties as well. */
  isDecade: boolean;
}

const hanDigits: ReadonlyMap<string, number> = new Map([
  ...Array.from('〇一二三四五六七八九', (character, value): [string, number] => [character, value]),
  ['零', 0],
  ['两', 2],
  ['兩', 2],
]);
const hanUnits: ReadonlyMap<string, number> = new Map([
  ['十', 1e1],
  ['百', 1e2],
  ['千', 1e3],
]);
const myriads: ReadonlyMap<string, number> = new Map([
  ['万', 1e4],
  ['萬', 1e4],
  ['億', 1e8],
  ['亿', 1e8],
  ['兆', 1e12],
]);

/** What scales a number in digits. Those of languages without a list of their own are taken for English. */
const scalesOf: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  en: { hundred: 1e2, thousand: 1e3, million: 1e6, billion: 1e9, trillion: 1e12 },
  de: {
    ...{ tausend: 1e3, million: 1e6, millionen: 1e6, mio: 1e6, milliarde: 1e9, milliarden: 1e9, mrd: 1e9 },
    ...{ billion: 1e12, billionen: 1e12 },
  },
  fr: { cents: 1e2, mille: 1e3, million: 1e6, millions: 1e6, milliard: 1e9, milliards: 1e9 },
};

/** Languages that part thousands by a space. */
const spacesThousands: ReadonlySet<string> = new Set([
  'fr',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'sk',
  'hu',
  'bg',
  'ru',
  'uk',
]);

const han = [...hanDigits.keys(), ...hanUnits.keys(), ...myriads.keys()].join('');
const large = [...myriads.keys()].join('');
const digit = [...hanDigits.keys()].join('');
/** Digits and Han numerals as one number; a space only beside 万, 億 and 兆. Digits within a name (C40, CO2) are none. */
const run = `(?<![\\p{Script=Latin}\\d])\\d|[${han}]`;
const more = `\\d|[${han}]|[.,](?=\\d)|[点點](?=[${digit}])|[ ](?=[${large}])|(?<=[${large}])[ ](?=\\d)`;
const parts = new RegExp(`\\d+(?:[.,]\\d+)*|[点點][${digit}]+|[${han}]`, 'gu');

/** `language`: a code such as `ja` or `pt-BR`; empty where it is not known. */
export function numeralsIn(text: string, language: string): Numeral[] {
  const primary = language.split('-')[0]?.toLowerCase() ?? '';
  const scales = scalesOf[primary] ?? (scalesOf.en as Readonly<Record<string, number>>);
  const pattern = new RegExp(
    `((?:${run})(?:${more})*)(s(?!\\p{L}))?(?:[ ]?(${Object.keys(scales).join('|')})(?!\\p{Ll}))?`,
    'giu',
  );
  const plain = withoutSpaces(text, spacesThousands.has(primary))
    .normalize('NFKC')
    .replaceAll(/\p{Nd}/gu, latinDigit);
  const numerals = Array.from(
    plain.matchAll(pattern),
    ([written, number = '', plural, scale]): Numeral => ({
      value: rounded(valueIn(number) * (scales[scale?.toLowerCase() ?? ''] ?? 1)),
      text: written.trim(),
      isFigure: /\d/.test(number),
      isDecade: plural !== undefined,
    }),
  );
  return primary === 'en' ? [...numerals, ...wordsIn(plain)] : numerals;
}

/** Figures whose thousands are parted by spaces become one: 10 000. */
function withoutSpaces(text: string, isAnySpace: boolean): string {
  const space = isAnySpace ? '[ \\u00a0\\u2009\\u202f]' : '[\\u00a0\\u2009\\u202f]';
  return text.replaceAll(new RegExp(`(?<=\\d)${space}(?=\\d{3}(?!\\d))`, 'gu'), '');
}

function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The digits 0 to 9 of a script have consecutive code points. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) as number;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

/** Of a run of digits and Han numerals: 42, 1.5, 四十二, 二〇一七, 6億2000万. */
function valueIn(run: string): number {
  let [total, section] = [0, 0];
  let current: number | null = null;
  let isPositional = false;
  for (const [part] of run.matchAll(parts)) {
    const one = hanDigits.get(part);
    const unit = hanUnits.get(part);
    const myriad = myriads.get(part);
    if (one !== undefined) current = isPositional ? (current ?? 0) * 10 + one : one;
    else if (unit !== undefined) {
      section += (current ?? 1) * unit;
      current = null;
    } else if (myriad !== undefined) {
      total += (section + (current ?? 0) || 1) * myriad;
      [section, current] = [0, null];
    } else if (/^[点點]/u.test(part)) {
      const decimals = Array.from(part.slice(1), (character) => hanDigits.get(character)).join('');
      current = Number(`${current ?? 0}.${decimals}`);
    } else current = inDigits(part);
    isPositional = one !== undefined;
  }
  return total + section + (current ?? 0);
}

/** 1,000 and 1.000 are a thousand, 1.5 and 1,5 one and a half. */
function inDigits(digits: string): number {
  if (/^\d{1,3}(?:[.,]\d{3})+$/u.test(digits)) return Number(digits.replaceAll(/[.,]/gu, ''));
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (at < 0) return Number(digits);
  return Number(`${digits.slice(0, at).replaceAll(/[.,]/gu, '')}.${digits.slice(at + 1)}`);
}

const small: ReadonlyMap<string, number> = new Map([
  ...(
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
    'eighteen nineteen'
  )
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, number] => [word, 20 + 10 * at]),
  // The twenty-first century is 21世紀.
  ...(
    'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
    'sixteenth seventeenth eighteenth nineteenth'
  )
    .split(' ')
    .map((word, at): [string, number] => [word, at + 1]),
  ...'twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth'
    .split(' ')
    .map((word, at): [string, number] => [word, 20 + 10 * at]),
  ['half', 0.5],
  ['quarter', 0.25],
  ['decade', 10],
  ['dozen', 12],
]);
const englishScales = new Map(Object.entries(scalesOf.en ?? {}));
const word = [...small.keys(), ...englishScales.keys()].join('|');
const scaleWord = [...englishScales.keys()].join('|');
const between = `[ -]|(?<=${scaleWord})[ ]and[ ]|(?<=half|quarter)[ ]a[ ]|[ ]point[ ]`;
const wordRun = new RegExp(`\\b(?:${word})(?:(?:${between})(?:${word}))*\\b`, 'giu');

/** English number words. A scale that follows digits belongs to these, and counts by itself as well: nothing asks for it. */
function wordsIn(text: string): Numeral[] {
  return Array.from(text.matchAll(wordRun), ([written]) => ({
    value: rounded(inWords(written.toLowerCase().split(/[ -]+/u))),
    text: written,
    isFigure: false,
    isDecade: false,
  }));
}

function digitOf(word: string): string {
  return String(small.get(word) ?? '');
}

function inWords(words: readonly string[]): number {
  let [total, section] = [0, 0];
  const point = words.indexOf('point');
  if (point > 0)
    return (
      Number(
        `${inWords(words.slice(0, point))}.${words
          .slice(point + 1)
          .map(digitOf)
          .join('')}`,
      ) || 0
    );
  for (const each of words) {
    const value = small.get(each);
    const scale = englishScales.get(each);
    if (value !== undefined) {
      // Years are read in pairs: nineteen eighty four.
      const isPair = section >= 10 && section < 100 && (section % 10 !== 0 || value >= 10);
      section = isPair ? section * 100 + value : section + value;
    } else if (scale === 100) section = (section || 1) * 100;
    else if (scale !== undefined) {
      total += (section || 1) * scale;
      section = 0;
    }
  }
  return total + section;
}
