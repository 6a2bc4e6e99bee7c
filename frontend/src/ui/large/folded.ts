/** A word as it is compared: whatever its case, its width and its vowel signs. */

/** Vowel signs of Arabic and Hebrew, the Arabic lengthener, and what nobody sees. */
const unread = /[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]|\p{Cf}/gu;

export function folded(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().normalize('NFKC');
  return plain.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll(unread, '');
}
