/** Languages and scripts without spaces between words: the cases of tests/contract/spaceless hold them to the server's. */

const languages = new Set('ja jpn zh zho chi cmn th tha lo lao km khm my mya bur'.split(' '));

/** Whether a language is written without spaces between words. language : a BCP 47 tag. */
export function isSpaceless(language: string): boolean {
  return languages.has(language.toLowerCase().split(/[-_]/)[0] ?? '');
}

/** Characters of which each is a word, for a class of a regular expression with the flag `u`. Hangul carries particles. */
export const spacelessScripts =
  '\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3130-\\u318f\\u31f0-\\u31ff\\u3300-\\u33ff' +
  '\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\uff66-\\uff9d\\u{20000}-\\u{3ffff}';
