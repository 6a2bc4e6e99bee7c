import { describe, expect, it } from 'vitest';
import type { DocumentUnit } from '@/api/types';
import { corpus } from '@/test/contract';
import {
  bodyOf,
  boundaryWords,
  cut,
  differences,
  isNextStep,
  isSameTimeline,
  lengthOf,
  merge,
  moveStart,
  type Outcome,
  returnsOf,
  saidBetween,
  setKind,
  setPage,
  startsByPage,
  stepOn,
  stepsOf,
  stretchAt,
  type Timeline,
  timelineOf,
  timesShown,
  timeWords,
} from './model';

/** "1@0 2@30 0@60" */
const timeline = (text: string, end: number | null = null): Timeline => ({
  stretches: text.split(' ').map((each) => {
    const [page, start] = each.split('@').map(Number);
    return { page: page ?? 0, start: start ?? 0 };
  }),
  end,
});
const written = ({ stretches }: Timeline) => stretches.map(({ page, start }) => `${page}@${start}`).join(' ');
const done = (outcome: Outcome) => ('why' in outcome ? outcome.why : `${written(outcome.timeline)}, ${outcome.active}`);

const said = (start: number | null, end: number | null): DocumentUnit => ({
  ...{ position: 0, text: 'a', section: null, speaker: '', page: null, n_tokens: 1, counted: [] },
  ...{ start_seconds: start, end_seconds: end },
});

interface OrdinalsCase {
  of: string;
  stretches: [page: number, start: number, end: number | null][];
  ordinals: (number | null)[];
}

it.each(corpus<OrdinalsCase>('ordinals').flatMap(([, cases]) => cases))('numbers showings as shared: $of', (one) => {
  const shown = timelineOf(one.stretches.map(([page, start, end]) => ({ page, start, end })));
  const times = timesShown(shown);
  const places = one.stretches.map(([page, start]) =>
    shown.stretches.findIndex((stretch) => stretch.page === page && stretch.start === start),
  );
  expect(places.map((at) => times[at])).toEqual(one.ordinals);
});

describe('a timeline', () => {
  it('has stretches without a slide where the server has gaps', () => {
    const read = timelineOf([
      { page: 1, start: 4, end: 10 },
      { page: 2, start: 12, end: 20 },
    ]);
    expect(written(read)).toBe('0@0 1@4 0@10 2@12');
    expect(bodyOf(read).at(-1)).toEqual({ page: 2, start: 12, end: 20 });
    expect(isSameTimeline(read, timelineOf([...bodyOf(read)].map((each) => ({ end: each.start, ...each }))))).toBe(
      false,
    );
    expect(isSameTimeline(read, { ...read, stretches: [...read.stretches] })).toBe(true);
  });

  it('is cut where one is, with the next page after it', () => {
    expect(done(cut(timeline('1@0 4@60'), 0, 30, 9))).toBe('1@0 2@30 4@60, 1');
    expect(done(cut(timeline('9@0'), 0, 30, 9))).toBe('9@0 9@30, 1');
    expect(done(cut(timeline('3@0 0@10'), 1, 30, 9))).toBe('3@0 0@10 4@30, 2');
    expect(done(cut(timeline('1@0'), 0, 0, 9))).toMatch(/Move into it/);
  });

  it('is merged, and gets other pages', () => {
    expect(done(merge(timeline('1@0 2@5 3@9'), 1))).toBe('1@0 2@5, 1');
    expect(done(merge(timeline('1@0'), 0))).toMatch(/No stretch follows/);
    expect(done(setPage(timeline('1@0 2@5'), 1, 0, 3))).toBe('1@0 0@5, 1');
    expect(done(setPage(timeline('1@0'), 0, 4, 3))).toBe('The deck has pages 1 to 3.');
    expect(done(setPage(timeline('1@0'), 0, 1.5, 3))).toMatch(/pages 1 to 3/);
  });

  it('lets a start move between those beside it', () => {
    expect(done(moveStart(timeline('1@0 2@5 3@9'), 1, 1, 20))).toBe('1@0 2@6 3@9, 1');
    expect(done(moveStart(timeline('1@0 2@5 3@5.5'), 1, 1, 20))).toBe('1@0 2@5.4 3@5.5, 1');
    expect(done(moveStart(timeline('1@0 2@0.1'), 1, -1, 20))).toMatch(/Merge them/);
    expect(done(moveStart(timeline('1@0 2@5'), 0, 1, 20))).toMatch(/begins with the talk/);
    expect(done(moveStart(timeline('1@0 2@19.8'), 1, 1, 20))).toBe('1@0 2@19.9, 1');
  });

  it('has one stretch at each time', () => {
    const shown = timeline('1@0 2@5 3@5 4@9');
    expect([0, 4.9, 5, 8, 9, 100].map((at) => stretchAt(shown, at))).toEqual([0, 0, 2, 2, 3, 3]);
  });

  it('keeps the kind of no slide until a page is shown there', () => {
    const outcome = (made: Outcome) => {
      if ('why' in made) throw new Error(made.why);
      return made.timeline;
    };
    const start = timeline('1@0 0@3 2@9');
    const demo = outcome(setKind(start, 1, 'demo'));
    expect(boundaryWords(demo.stretches[1] as never)).toBe('no slide: demo begins at 00:03');
    expect(isSameTimeline(demo, start)).toBe(false);
    expect(timelineOf(bodyOf(demo).map((each) => ({ end: null, ...each }))).stretches[1]).toEqual(demo.stretches[1]);
    expect(outcome(moveStart(demo, 1, 1, 12)).stretches[1]).toEqual({ page: 0, start: 4, kind: 'demo' });
    expect(outcome(setPage(demo, 1, 2, 3)).stretches[1]).toEqual({ page: 2, start: 3 });
    expect(outcome(setKind(demo, 1, null)).stretches[1]).toEqual({ page: 0, start: 3 });
    expect(setKind(demo, 0, 'demo')).toEqual({ why: 'A page is shown here.' });
  });

  it('says which time a page is shown, and when', () => {
    const shown = timeline('1@0 1@3 2@5 0@6 1@9');
    expect(timesShown(shown)).toEqual([1, 1, 1, null, 2]);
    expect([...startsByPage(shown)]).toEqual([
      [1, [0, 9]],
      [2, [5]],
    ]);
    expect([null, 1, 2, 3, 11, 22].map(timeWords)).toEqual(['', '', '2nd time', '3rd time', '11th time', '22nd time']);
    expect(boundaryWords({ page: 10, start: 309 })).toBe('page 10 begins at 05:09');
    expect(boundaryWords({ page: 0, start: 309 })).toBe('no slide begins at 05:09');
  });

  it('says where pages come back, and not where they stay', () => {
    expect(returnsOf(timeline('1@0 1@3 2@5 0@6 0@7 1@9 2@12 1@15'))).toEqual([
      [1, 5],
      [2, 6],
      [5, 7],
    ]);
  });

  it('is as long as it says, else as the talk, else a while longer than what is there', () => {
    expect(lengthOf(timeline('1@0', 90), [said(0, 40)])).toBe(90);
    expect(lengthOf(timeline('1@0'), [said(0, 40), said(null, null)])).toBe(40);
    expect(lengthOf(timeline('1@0 2@50'), [said(0, 40)])).toBe(51);
    expect(lengthOf(timeline('1@0 2@50'), [said(null, null)])).toBe(350);
  });

  it('has the sentences with their middle in a stretch', () => {
    const all = [said(0, 4), said(3, 9), said(null, null), said(9, 10)];
    expect(saidBetween(all, 2, 6)).toEqual([all[0]]);
    expect(saidBetween(all, 6, 20)).toEqual([all[1], all[3]]);
  });

  it('differs from another where another page is shown', () => {
    expect(differences(timeline('1@0 2@5 3@9'), timeline('1@0 4@6 3@9'))).toEqual([
      { start: 5, mine: { page: 2 }, theirs: { page: 1 } },
      { start: 6, mine: { page: 2 }, theirs: { page: 4 } },
    ]);
    const camera = { stretches: [{ page: 0, start: 0, kind: 'camera' as const }], end: null };
    expect(differences(camera, timeline('0@0'))).toEqual([
      { start: 0, mine: { page: 0, kind: 'camera' }, theirs: { page: 0 } },
    ]);
  });
});

describe('the steps of a slide', () => {
  const stepOf = stepsOf(
    [1, 1, 2, 3, 1].map((step, index) => ({ number: index + 1, step, n_steps: [1, 3, 3, 3, 1][index] ?? 1 })),
  );

  it('go on with the slide of the stretch before, in whichever order', () => {
    const built = timeline('1@0 2@5 3@9 3@12 4@15 2@18 5@20 4@25');
    const which = built.stretches.map((_, index) => isNextStep(built, index, stepOf));
    expect(which).toEqual([false, false, true, false, true, true, false, false]);
  });

  it('are taken one by one', () => {
    expect(done(stepOn(timeline('2@0 1@5'), 1, stepOf, 5))).toBe('2@0 3@5, 1');
    expect(done(stepOn(timeline('4@0 1@5'), 1, stepOf, 5))).toBe('4@0 4@5, 1');
    expect(done(stepOn(timeline('5@0 1@5'), 1, stepOf, 5))).toBe('5@0 5@5, 1');
    expect(done(stepOn(timeline('0@0 1@5'), 1, stepOf, 5))).toBe('There is no slide before this stretch.');
  });
});
