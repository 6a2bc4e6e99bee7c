/** What changed between two versions of a text, in place: by word, in CJK by character. Pure functions. */

/** Scripts in which a difference is read by characters. */
export const byCharacter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

interface DiffPart {
  kind: 'same' | 'del' | 'ins';
  text: string;
}

/** What a difference is made of: graphemes in CJK and Thai, elsewhere words, spaces and signs. */
export function tokens(text: string, language: string, granularity = granularityOf(text)): string[] {
  return Array.from(new Intl.Segmenter(language || 'en', { granularity }).segment(text), (part) => part.segment);
}

function granularityOf(text: string): 'grapheme' | 'word' {
  return byCharacter.test(text) ? 'grapheme' : 'word';
}

/** What changed from `before` to `after`, as few tokens as possible (Myers, greedy), equal neighbours in one part. */
export function difference(before: string, after: string, language: string): DiffPart[] {
  const granularity = granularityOf(before + after);
  const a = tokens(before, language, granularity);
  const b = tokens(after, language, granularity);
  return tidy(changesOf(a, b));
}

/** Changes beyond which all between the common ends counts as replaced: time and memory grow with their square. */
const mostChanges = 1_000;

/** What changed from one list of texts to another, one part for each: as few as possible. */
export function changesOf(a: readonly string[], b: readonly string[]): DiffPart[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail])
    tail += 1;
  const same = (texts: readonly string[]) => texts.map((text): DiffPart => ({ kind: 'same', text }));
  const [gone, come] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  return [...same(a.slice(0, head)), ...myers(gone, come), ...same(a.slice(a.length - tail))];
}

function myers(a: readonly string[], b: readonly string[]): DiffPart[] {
  const most = Math.min(a.length + b.length, mostChanges);
  if (most === 0) return [];
  const offset = most;
  const v = new Int32Array(2 * most + 2);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= most; d += 1) {
    trace.push(v.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(v, offset + k - 1) < at(v, offset + k + 1));
      let x = down ? at(v, offset + k + 1) : at(v, offset + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      v[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return backtrack(trace, a, b, offset);
    }
  }
  return [...a.map((text): DiffPart => ({ kind: 'del', text })), ...b.map((text): DiffPart => ({ kind: 'ins', text }))];
}

function backtrack(trace: Int32Array[], a: readonly string[], b: readonly string[], offset: number): DiffPart[] {
  const parts: DiffPart[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d -= 1) {
    const v = trace[d] as Int32Array;
    const k = x - y;
    const down = k === -d || (k !== d && at(v, offset + k - 1) < at(v, offset + k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : at(v, offset + fromK);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      parts.push({ kind: 'same', text: a[x] ?? '' });
    }
    if (d > 0) parts.push(down ? { kind: 'ins', text: b[fromY] ?? '' } : { kind: 'del', text: a[fromX] ?? '' });
    x = fromX;
    y = fromY;
  }
  return parts.reverse();
}

function at(v: Int32Array, index: number): number {
  return v[index] ?? 0;
}

/** Within a stretch of changes, what went comes before what came; then equal kinds are one part. */
function tidy(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let gone = '';
  let come = '';
  const flush = () => {
    if (gone) out.push({ kind: 'del', text: gone });
    if (come) out.push({ kind: 'ins', text: come });
    gone = '';
    come = '';
  };
  for (const part of parts) {
    if (part.kind === 'del') gone += part.text;
    else if (part.kind === 'ins') come += part.text;
    else {
      flush();
      const last = out.at(-1);
      if (last?.kind === 'same') last.text += part.text;
      else out.push({ ...part });
    }
  }
  flush();
  return out;
}
