/** What can be done with the blocks of a slide. Pure functions; the server holds the same rules (decks/slide_text). */

import { spacedOnce } from '@/lib/blanks';
import { countCodePoints } from '@/lib/codePoints';
import type { Block, LinePair, ListedSlide, SlidePage } from './requests';

export interface Slide {
  blocks: readonly Block[];
  isChecked: boolean;
  isOpened: boolean;
}

/** What became of it and which block is open then, or why it cannot be done. */
export type Outcome = { slide: Slide; active: number } | { why: string };

export type Kind = Block['kind'];
export const kinds: readonly Kind[] = ['text', 'formula', 'handwriting', 'label', 'reading', 'vertical'];

/** Characters of a block, as the server has it. */
export const longest = 5000;

/** Below this a block is doubtful until somebody accepts it, as the server has it. */
const doubtfulBelow = 0.8;

export const slideOf = ({ blocks, is_checked, is_opened }: SlidePage): Slide => ({
  blocks,
  isChecked: is_checked,
  isOpened: is_opened,
});

export const isDoubtful = ({ confidence, accepted, left_out }: Block): boolean =>
  confidence !== null && confidence < doubtfulBelow && !accepted && !left_out;

/** But for what only the server knows. */
export function isSameSlide(one: Slide, other: Slide): boolean {
  if (one === other) return true;
  return (
    one.isChecked === other.isChecked &&
    one.isOpened === other.isOpened &&
    one.blocks.length === other.blocks.length &&
    one.blocks.every((block, at) => {
      const second = other.blocks[at];
      return second !== undefined && isSameBlock(block, second);
    })
  );
}

export function isSameBlock(one: Block, other: Block): boolean {
  return (
    one === other ||
    (one.id === other.id &&
      one.text === other.text &&
      one.kind === other.kind &&
      one.left_out === other.left_out &&
      one.accepted === other.accepted &&
      String(one.lines) === String(other.lines) &&
      String(one.box) === String(other.box))
  );
}

const cjk = String.raw`[\u2e80-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]`;
const endsInCjk = new RegExp(`${cjk}$`, 'u');
const beginsInCjk = new RegExp(`^${cjk}`, 'u');

/** Texts as one: a space between two of them, but not between CJK. */
export function joined(texts: readonly string[]): string {
  let text = '';
  for (const next of texts.filter(Boolean)) {
    const meetsCjk = endsInCjk.test(text) && beginsInCjk.test(next);
    text += (text === '' || meetsCjk ? '' : ' ') + next;
  }
  return text;
}

/** The shown block after or before this one, null where there is none. */
export function beside(blocks: readonly Block[], at: number, by: 1 | -1): number | null {
  for (let to = at + by; to >= 0 && to < blocks.length; to += by) if (!blocks[to]?.left_out) return to;
  return null;
}

function put(slide: Slide, at: number, change: Partial<Block>): Slide {
  const blocks = slide.blocks.map((block, index) => (index === at ? { ...block, ...change, by_hand: true } : block));
  return { ...slide, blocks };
}

/** A slide is checked once all of its blocks are accepted; what is changed later has to be looked at again. */
function checkedIf(slide: Slide): Slide {
  const shown = slide.blocks.filter((block) => !block.left_out);
  return { ...slide, isChecked: shown.length > 0 && shown.every(({ accepted }) => accepted) };
}

function nextToDo(blocks: readonly Block[], at: number): number {
  const order = [...blocks.keys()];
  const rest = [...order.slice(at + 1), ...order.slice(0, at)];
  return rest.find((to) => !blocks[to]?.left_out && !blocks[to]?.accepted) ?? at;
}

/** Accepts a block; the next one that is not accepted is open then. */
export function accept(slide: Slide, at: number): Outcome {
  if (!slide.blocks[at]) return { why: 'There is no block to accept. Draw one, or check the slide as it is.' };
  const changed = checkedIf(put(slide, at, { accepted: true, left_out: false }));
  return { slide: changed, active: nextToDo(changed.blocks, at) };
}

/** A slide whose block has another text. The dollars of a pasted formula go. */
export function withText(slide: Slide, at: number, text: string): Slide {
  const block = slide.blocks[at];
  if (!block || text === block.text) return slide;
  const given = block.kind === 'formula' ? withoutDollars(spacedOnce(text)) : spacedOnce(text);
  return given === block.text ? slide : put(slide, at, { text: given });
}

export function withoutDollars(text: string): string {
  return /^(\${1,2})([^$]*)\1$/.exec(text)?.[2]?.trim() ?? text;
}

export function setKind(slide: Slide, at: number, kind: Kind): Outcome {
  const block = slide.blocks[at];
  if (!block) return { why: 'There is no block open.' };
  return { slide: put(slide, at, { kind }), active: at };
}

/** Leaves a block out of the page's text, or includes it again. */
export function leaveOut(slide: Slide, at: number): Outcome {
  const block = slide.blocks[at];
  if (!block) return { why: 'There is no block open.' };
  const changed = checkedIf(put(slide, at, { left_out: !block.left_out, why: '', accepted: block.left_out }));
  return { slide: changed, active: block.left_out ? at : nextToDo(changed.blocks, at) };
}

/** Merges a block with the next one that is shown. */
export function mergeNext(slide: Slide, at: number): Outcome {
  const block = slide.blocks[at];
  const other = block && beside(slide.blocks, at, 1);
  const next = other === null || other === undefined ? undefined : slide.blocks[other];
  if (!block || !next) return { why: 'There is no block after this one to merge with.' };
  const text = joined([block.text, next.text]);
  const length = countCodePoints(text);
  if (length > longest) return { why: `Together they have ${length} characters; a block can have ${longest}.` };
  const one: Block = {
    ...block,
    lines: [...block.lines, ...next.lines],
    box: around(block.box, next.box),
    text,
    accepted: false,
    left_out: false,
    by_hand: true,
    confidence: least(block.confidence, next.confidence),
  };
  const blocks = slide.blocks.map((each, index) => (index === at ? one : each)).filter((each) => each !== next);
  return { slide: { ...slide, blocks, isChecked: false }, active: at };
}

const least = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

type Box = Block['box'];

function around(one: Box, other: Box): Box {
  if (!one || !other) return one ?? other;
  const [left = 0, top = 0, right = 0, bottom = 0] = one;
  const [otherLeft = 0, otherTop = 0, otherRight = 0, otherBottom = 0] = other;
  return [
    Math.min(left, otherLeft),
    Math.min(top, otherTop),
    Math.max(right, otherRight),
    Math.max(bottom, otherBottom),
  ];
}

type Lines = SlidePage['lines'];

/**
 * Splits a block where the caret is in its text, or, without one, after its first line. Lines go to the half that their
 * text is in; the half that gets none has a part of the box.
 */
export function split(slide: Slide, at: number, lines: Lines, caret: number | null): Outcome {
  const block = slide.blocks[at];
  if (!block) return { why: 'There is no block open.' };
  const place = caret ?? joined(block.lines.slice(0, 1).map((line) => lines[line]?.text ?? '')).length;
  if (caret === null && block.lines.length < 2)
    return { why: 'This block is one line. Edit it and put the caret where it is to be split.' };
  const [before, after] = [spacedOnce(block.text.slice(0, place)), spacedOnce(block.text.slice(place))];
  if (!before || !after) return { why: 'There is text on one side only. Put the caret inside the text.' };
  const n = nLinesBefore(block, lines, place);
  const share = before.length / (before.length + after.length);
  const [first, second] = [block.lines.slice(0, n), block.lines.slice(n)];
  const [left, right] =
    first.length > 0 && second.length > 0
      ? [boxOf(first, lines), boxOf(second, lines)]
      : halves(block.box, share, block.kind);
  const halfOf = (id: string, own: number[], box: Box, text: string): Block => ({
    ...{ ...block, id, lines: own, box, text, accepted: false, by_hand: true },
    confidence: own.reduce<number | null>((sure, line) => least(sure, lines[line]?.confidence ?? null), null),
  });
  const two = [halfOf(block.id, first, left, before), halfOf(newId(), second, right, after)];
  const blocks = slide.blocks.flatMap((each, index) => (index === at ? two : [each]));
  return { slide: { ...slide, blocks, isChecked: false }, active: at };
}

/** How many lines of a block are before a place in its text: those that end there or before, at least one. */
function nLinesBefore(block: Block, lines: Lines, place: number): number {
  let end = 0;
  let n = 0;
  for (const line of block.lines) {
    end = joined([block.text.slice(0, end), lines[line]?.text ?? '']).length;
    if (end > place + 1) break;
    n += 1;
  }
  return Math.max(1, n);
}

function boxOf(own: readonly number[], lines: Lines): Box {
  return own.reduce<Box>((box, line) => {
    const points = lines[line]?.points;
    if (!points) return box;
    const [xs, ys] = [points.map(([x = 0]) => x), points.map(([, y = 0]) => y)];
    return around(box, [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]);
  }, null);
}

function halves(box: Box, share: number, kind: Kind): [Box, Box] {
  if (!box) return [null, null];
  const [left = 0, top = 0, right = 0, bottom = 0] = box;
  if (kind === 'vertical') {
    const cut = Math.round(top + share * (bottom - top));
    return [
      [left, top, right, cut],
      [left, cut, right, bottom],
    ];
  }
  const cut = Math.round(left + share * (right - left));
  return [
    [left, top, cut, bottom],
    [cut, top, right, bottom],
  ];
}

const newId = () => crypto.randomUUID().replaceAll('-', '').slice(0, 12);

/** Moves a block in the reading order, past the shown one before or after it. */
export function move(slide: Slide, at: number, by: 1 | -1): Outcome {
  const to = beside(slide.blocks, at, by);
  const block = slide.blocks[at];
  if (!block || to === null) return { why: by < 0 ? 'This block is the first.' : 'This block is the last.' };
  const rest = slide.blocks.filter((each) => each !== block);
  const blocks = [...rest.slice(0, to), block, ...rest.slice(to)];
  return { slide: { ...slide, blocks }, active: to };
}

/** A new block, which has no line, after the open one. */
export function addBlock(slide: Slide, at: number, box: NonNullable<Box>): Outcome {
  const block: Block = {
    ...{ id: newId(), lines: [], box, text: '', kind: 'text', left_out: false, why: '' },
    ...{ accepted: false, by_hand: true, confidence: null },
  };
  const to = Math.min(at + 1, slide.blocks.length);
  const blocks = [...slide.blocks.slice(0, to), block, ...slide.blocks.slice(to)];
  return { slide: { ...slide, blocks, isChecked: false }, active: to };
}

/** Least size of a box, in pixels of the picture. */
const smallest = 8;

/** Puts a block's box elsewhere, inside the picture. */
export function setBox(slide: Slide, at: number, box: NonNullable<Box>, size: readonly [number, number]): Outcome {
  if (!slide.blocks[at]) return { why: 'There is no block open.' };
  return { slide: put(slide, at, { box: inside(box, size) }), active: at };
}

export function inside(box: NonNullable<Box>, [width, height]: readonly [number, number]): NonNullable<Box> {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = box;
  const left = Math.max(0, Math.min(Math.round(x0), width - smallest));
  const top = Math.max(0, Math.min(Math.round(y0), height - smallest));
  return [
    left,
    top,
    Math.min(width, Math.max(Math.round(x1), left + smallest)),
    Math.min(height, Math.max(Math.round(y1), top + smallest)),
  ];
}

export const setChecked = (slide: Slide, isChecked: boolean, at: number): Outcome => ({
  slide: { ...slide, isChecked },
  active: at,
});

export const setOpened = (slide: Slide, isOpened: boolean, at: number): Outcome => ({
  slide: { ...slide, isOpened },
  active: at,
});

/** What the page will say: as the server has it (tests/contract/slide_text). */
export function pageText(blocks: readonly Block[]): string {
  return blocks
    .filter(({ text, left_out, kind }) => text !== '' && !left_out && kind !== 'reading')
    .map(({ text, kind }) => (kind === 'formula' ? `$${text}$` : text))
    .join('\n');
}

/** Whose reading of a page is shown: that of the PDF or deck itself, of OCR, or what people made of both. */
export type TextSource = 'file' | 'ocr' | 'checked';

/** What the lines of a page say as they were read. */
export const textFrom = (lines: Lines, from: 'file' | 'ocr'): string =>
  lines
    .filter(({ source }) => (source === 'ocr') === (from === 'ocr'))
    .map(({ text }) => text)
    .join('\n');

/** What the text of the file itself is called: a deck read from its own format has no PDF. */
export const fileName = (lines: Lines): string => (lines.some(({ source }) => source === 'deck') ? 'Deck' : 'PDF');

/** The rules on the lines of a block that follow each other, and on its last line with the next block's first. */
export function pairsOf(blocks: readonly Block[], at: number, pairs: readonly LinePair[]) {
  const known = new Map(pairs.map((pair) => [`${pair.a}-${pair.b}`, pair]));
  const own = blocks[at]?.lines ?? [];
  const after = beside(blocks, at, 1);
  const [last, first] = [own.at(-1), after === null ? undefined : blocks[after]?.lines[0]];
  return {
    within: own.slice(1).flatMap((line, before) => known.get(`${own[before]}-${line}`) ?? []),
    next: last === undefined || first === undefined ? undefined : known.get(`${last}-${first}`),
  };
}

/** Mine over theirs: with the blocks of lines that only theirs has, so that none is lost. */
export function over(mine: Slide, theirs: Slide): Slide {
  const known = new Set(mine.blocks.flatMap(({ lines }) => lines));
  const missing = theirs.blocks
    .map((block) => ({ ...block, lines: block.lines.filter((line) => !known.has(line)) }))
    .filter(({ lines }) => lines.length > 0);
  const ids = new Set(mine.blocks.map(({ id }) => id));
  const added = missing.map((block) => (ids.has(block.id) ? { ...block, id: newId() } : block));
  return added.length > 0 ? { ...mine, blocks: [...mine.blocks, ...added], isChecked: false } : mine;
}

/** Blocks that differ between two versions of a slide, with what each says there; null where it is not. */
export function differences(mine: Slide, theirs: Slide) {
  const there = new Map(theirs.blocks.map((block) => [block.id, block]));
  const here = new Set(mine.blocks.map(({ id }) => id));
  return [
    ...mine.blocks.flatMap((block) => {
      const other = there.get(block.id);
      return other && isSameBlock(block, other) ? [] : [{ id: block.id, mine: words(block), theirs: words(other) }];
    }),
    ...theirs.blocks
      .filter(({ id }) => !here.has(id))
      .map((block) => ({ id: block.id, mine: null, theirs: words(block) })),
  ];
}

function words(block: Block | undefined): string | null {
  if (!block) return null;
  return `${block.text || 'no text'}${block.left_out ? ', left out' : ''}`;
}

export type Filter = 'slides' | 'check' | 'formula' | 'handwriting' | 'vertical' | 'differs' | 'trouble';

const holds: Readonly<Record<Filter, (slide: ListedSlide) => boolean>> = {
  slides: () => true,
  check: ({ is_checked }) => !is_checked,
  formula: ({ figures }) => figures.formula > 0,
  handwriting: ({ figures }) => figures.handwriting > 0,
  vertical: ({ figures }) => figures.vertical > 0,
  differs: ({ figures }) => figures.differs > 0,
  trouble: ({ problem }) => problem !== '',
};

/** The slides that a filter shows: pages that are steps of another one are not slides. */
export function filtered(pages: readonly ListedSlide[], filter: Filter): ListedSlide[] {
  return pages.filter((page) => page.shows === null && holds[filter](page));
}

/** The pages that show a slide, in order: its steps, and itself. */
export function stepsOf(pages: readonly ListedSlide[], page: number): ListedSlide[] {
  const own = pages.find((one) => one.page === page);
  const slide = own?.shows ?? page;
  return pages.filter((one) => one.page === slide || one.shows === slide);
}
