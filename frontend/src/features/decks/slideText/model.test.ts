import { describe, expect, it } from 'vitest';
import { corpus } from '@/test/contract';
import {
  accept,
  addBlock,
  differences,
  filtered,
  inside,
  isDoubtful,
  isSameSlide,
  joined,
  leaveOut,
  mergeNext,
  move,
  type Outcome,
  over,
  pageText,
  pairsOf,
  type Slide,
  setBox,
  setKind,
  split,
  stepsOf,
  withoutDollars,
  withText,
} from './model';
import type { Block, LinePair, ListedSlide, SlidePage } from './requests';

const lines = ['A silence comes from inside a clause', 'or from its end', '文の途中の沈黙は', '短い'].map(
  (text, n) => ({
    ...{ source: 'ocr', kind: 'text', confidence: 0.9 - n / 10, text },
    points: [
      [0, 100 * n],
      [400, 100 * n],
      [400, 100 * n + 50],
      [0, 100 * n + 50],
    ],
  }),
) as SlidePage['lines'];

const block = (id: string, over: Partial<Block> = {}): Block => ({
  ...{ id, lines: [], box: [0, 0, 400, 50], text: id, kind: 'text', left_out: false, why: '' },
  ...{ accepted: false, by_hand: false, confidence: null },
  ...over,
});

const slide = (...blocks: Block[]): Slide => ({ blocks, isChecked: false, isOpened: false });

function done(outcome: Outcome) {
  if ('why' in outcome) throw new Error(outcome.why);
  return outcome;
}

const texts = ({ blocks }: Slide) => blocks.map(({ text }) => text);

describe('joined', () => {
  it.each(corpus<{ texts: string[]; joined: string }>('joining').flatMap(([, cases]) => cases))(
    'is what the server makes of $texts',
    ({ texts, joined: expected }) => expect(joined(texts)).toBe(expected),
  );
});

describe('the text of a slide', () => {
  const [cases, typed] = ['cases.json', 'typed.json'].map(
    (name) => corpus<unknown>('slide_text').find(([file]) => file === name)?.[1] ?? [],
  ) as [
    { of: string; blocks: Partial<Block>[]; text: string; doubtful: number[] }[],
    { typed: string; text: string }[],
  ];

  it.each(cases)('is that of the server: $of', (one) => {
    const blocks = one.blocks.map((given, at) => block(String(at), given));
    expect(pageText(blocks)).toBe(one.text);
    expect([...blocks.keys()].filter((at) => isDoubtful(blocks[at] as Block))).toEqual(one.doubtful);
  });

  it.each(typed)('is what the server makes of $typed', (one) => {
    expect(texts(withText(slide(block('a')), 0, one.typed))).toEqual([one.text]);
  });
});

describe('a block', () => {
  it('is accepted, and the next one that is not is open', () => {
    const three = slide(block('a'), block('b', { left_out: true }), block('c'));
    const first = done(accept(three, 0));
    expect(first.active).toBe(2);
    expect(first.slide.isChecked).toBe(false);
    const last = done(accept(first.slide, 2));
    expect(last.slide.isChecked).toBe(true);
    expect(accept(slide(), 0)).toHaveProperty('why');
  });

  it('is corrected without the dollars and spaces around a formula', () => {
    const after = withText(slide(block('a', { kind: 'formula' })), 0, ' $\\frac{1}{2}$ \n');
    expect(after.blocks[0]).toMatchObject({ text: '\\frac{1}{2}', accepted: false, by_hand: true });
    expect(withoutDollars('costs $5 and $6')).toBe('costs $5 and $6');
    expect(withoutDollars('$$x$$')).toBe('x');
    expect(texts(withText(slide(block('a')), 0, 'two\nlines'))).toEqual(['two lines']);
    const spaced = slide(block('a', { text: 'as  read' }));
    expect(withText(spaced, 0, 'as  read')).toBe(spaced);
  });

  it('is merged with the next one that is shown', () => {
    const { slide: after } = done(
      mergeNext(
        slide(
          block('a', { lines: [2], text: '文の途中の沈黙は', confidence: 0.7 }),
          block('x', { left_out: true }),
          block('b', { lines: [3], text: '短い', box: [10, 60, 500, 90], confidence: 0.6, accepted: true }),
        ),
        0,
      ),
    );
    expect(after.blocks).toHaveLength(2);
    expect(after.blocks[0]).toMatchObject({
      ...{ id: 'a', lines: [2, 3], text: '文の途中の沈黙は短い', box: [0, 0, 500, 90] },
      ...{ confidence: 0.6, accepted: false, by_hand: true },
    });
    expect(mergeNext(after, 0)).toHaveProperty('why');
    const long = ['a', 'b'].map((id) => block(id, { text: 'word '.repeat(600) }));
    expect(mergeNext(slide(...long), 0)).toEqual({
      why: 'Together they have 6001 characters; a block can have 5000.',
    });
    // Each of an emoji and a rare kanji is one, as the server counts.
    const rare = ['🌊', '𠮷'].map((one) => block(one, { text: one.repeat(2499) }));
    expect(mergeNext(slide(...rare), 0)).not.toHaveProperty('why');
  });

  it('is split after its first line', () => {
    const two = block('a', { lines: [0, 1], text: 'A silence comes from inside a clause or from its end' });
    const { slide: after, active } = done(split(slide(two, block('z')), 0, lines, null));
    expect(texts(after)).toEqual(['A silence comes from inside a clause', 'or from its end', 'z']);
    expect(after.blocks.map(({ lines }) => lines)).toEqual([[0], [1], []]);
    expect(after.blocks[1]?.box).toEqual([0, 100, 400, 150]);
    expect(active).toBe(0);
    expect(after.blocks[1]?.id).not.toBe('a');
    expect(split(slide(block('a', { lines: [0] })), 0, lines, null)).toHaveProperty('why');
  });

  it('is split at the caret inside a line, and no line is lost', () => {
    const one = block('a', { lines: [0], text: 'A silence comes from inside a clause', box: [0, 0, 360, 50] });
    const { slide: after } = done(split(slide(one), 0, lines, 9));
    expect(texts(after)).toEqual(['A silence', 'comes from inside a clause']);
    expect(after.blocks.map(({ lines }) => lines)).toEqual([[0], []]);
    expect(after.blocks.map(({ box }) => box)).toEqual([
      [0, 0, 93, 50],
      [93, 0, 360, 50],
    ]);
    expect(split(slide(one), 0, lines, 0)).toHaveProperty('why');
    const column = block('a', { kind: 'vertical', lines: [0], text: '切れ目の音', box: [0, 0, 20, 100] });
    expect(done(split(slide(column), 0, lines, 2)).slide.blocks[1]?.box).toEqual([0, 40, 20, 100]);
  });

  it('is left out, and included again', () => {
    const { slide: without } = done(leaveOut(slide(block('a', { why: 'repeats' }), block('b', { accepted: true })), 0));
    expect(pageText(without.blocks)).toBe('b');
    expect(without.isChecked).toBe(true);
    expect(pageText(done(leaveOut(without, 0)).slide.blocks)).toBe('a\nb');
  });

  it('is moved past those that are left out', () => {
    const three = slide(block('a'), block('x', { left_out: true }), block('b'));
    const down = done(move(three, 0, 1));
    expect([texts(down.slide), down.active]).toEqual([['x', 'b', 'a'], 2]);
    expect(texts(done(move(down.slide, 2, -1)).slide)).toEqual(['x', 'a', 'b']);
    expect(move(three, 0, -1)).toEqual({ why: 'This block is the first.' });
    expect(move(three, 2, 1)).toEqual({ why: 'This block is the last.' });
  });

  it('is drawn, and stays on the picture', () => {
    const { slide: after, active } = done(addBlock(slide(block('a'), block('b')), 0, [10, 10, 90, 40]));
    expect([texts(after), active]).toEqual([['a', '', 'b'], 1]);
    expect(done(setBox(after, 1, [-20, 5.4, 3000, 9], [1600, 900])).slide.blocks[1]?.box).toEqual([0, 5, 1600, 13]);
    expect(inside([1595, 899, 1700, 1000], [1600, 900])).toEqual([1592, 892, 1600, 900]);
  });
});

it('the text of a page has formulas between dollars and no readings', () => {
  const blocks = [block('a'), block('ま', { kind: 'reading' }), block('x^2', { kind: 'formula' }), block('')];
  expect(pageText(blocks)).toBe('a\n$x^2$');
  expect(pageText(done(setKind(slide(block('a')), 0, 'formula')).slide.blocks)).toBe('$a$');
});

it('a slide is the same whatever only the server knows of it', () => {
  const one = slide(block('a', { lines: [0] }));
  expect(isSameSlide(one, slide(block('a', { lines: [0], by_hand: true, confidence: 1 })))).toBe(true);
  expect(isSameSlide(one, slide(block('a', { lines: [1] })))).toBe(false);
  expect(isSameSlide(one, { ...one, isChecked: true })).toBe(false);
});

it('the figures of a block are those of its lines, and of the next block', () => {
  const pair = (a: number, b: number) => ({ a, b }) as LinePair;
  const blocks = [
    block('a', { lines: [0, 1] }),
    block('x', { left_out: true, lines: [9] }),
    block('b', { lines: [2] }),
  ];
  const found = pairsOf(blocks, 0, [pair(0, 1), pair(1, 2), pair(1, 9)]);
  expect(found.within).toEqual([pair(0, 1)]);
  expect(found.next).toEqual(pair(1, 2));
});

describe('two people', () => {
  const mine = slide(block('a', { lines: [0], text: 'mine' }));
  const theirs = slide(block('a', { lines: [0], text: 'theirs' }), block('b', { lines: [1], text: 'read since' }));

  it('see where theirs differ', () => {
    expect(differences(mine, theirs)).toEqual([
      { id: 'a', mine: 'mine', theirs: 'theirs' },
      { id: 'b', mine: null, theirs: 'read since' },
    ]);
  });

  it('lose no line that was read meanwhile', () => {
    expect(texts(over(mine, theirs))).toEqual(['mine', 'read since']);
    expect(over(theirs, mine)).toBe(theirs);
  });
});

it('slides are pages that are no step of another one', () => {
  const page = (page: number, shows: number | null, over: Partial<ListedSlide> = {}) =>
    ({
      page,
      shows,
      is_checked: false,
      problem: '',
      figures: { formula: 0, handwriting: 0, vertical: 0 },
      ...over,
    }) as ListedSlide;
  const pages = [page(1, 2), page(2, null), page(3, null, { is_checked: true })];
  expect(filtered(pages, 'slides').map(({ page }) => page)).toEqual([2, 3]);
  expect(filtered(pages, 'check').map(({ page }) => page)).toEqual([2]);
  expect(stepsOf(pages, 1).map(({ page }) => page)).toEqual([1, 2]);
  expect(stepsOf(pages, 3).map(({ page }) => page)).toEqual([3]);
});
