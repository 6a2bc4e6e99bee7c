import { describe, expect, it } from 'vitest';
import type { RateForm } from '@/api/types';
import {
  acknowledged,
  goOnAt,
  isRated,
  minutesFor,
  nothingPending,
  type Pending,
  pendingCount,
  requestOf,
  withPending,
} from './model';

const sentence = (id: number, answer: boolean | null) => ({
  id,
  rank: id,
  position: id,
  text: `Sentence ${id}.`,
  before: '',
  section: '',
  n_words: 1,
  answer,
});
const form: RateForm = {
  author_name: 'Mara',
  talk_title: 'Talk',
  paper_title: 'Paper',
  project: 'P',
  language: 'en',
  shown_in: 'en',
  consent: { language: 'en', number: 1, text: '' },
  consented_at: null,
  text: '',
  dimensions: [],
  scores: {},
  trap: null,
  trap_answer: null,
  closes_at: '2027-01-01T00:00:00Z',
  open: true,
  score: 2,
  comment: 'old',
  answered_at: null,
  finished_at: null,
  declined_at: null,
  sentences: [sentence(1, true), sentence(2, null), sentence(3, false)],
};

describe('pending answers', () => {
  it('lie over what the server has, an answer withdrawn included', () => {
    const shown = withPending(form, { answers: { 1: null, 2: true }, score: 5 });
    expect(shown.sentences.map(({ answer }) => answer)).toEqual([null, true, false]);
    expect([shown.score, shown.comment]).toEqual([5, 'old']);
  });

  it('stay pending when they changed while they were under way', () => {
    const sent: Pending = { answers: { 1: true, 2: true }, comment: 'a' };
    const now: Pending = { answers: { 1: true, 2: false, 3: null }, comment: 'ab', finished: true };
    expect(acknowledged(now, sent)).toEqual({ answers: { 2: false, 3: null }, comment: 'ab', finished: true });
    expect(acknowledged(sent, sent)).toEqual(nothingPending);
  });

  it('are counted one by one, and a request names only what there is', () => {
    expect(pendingCount({ answers: { 1: null }, score: 1, comment: '' })).toBe(3);
    expect(requestOf({ answers: {}, score: 4 })).toEqual({ score: 4 });
    expect(requestOf({ answers: { 1: null } })).toEqual({ answers: { 1: null } });
  });
});

it('goes on at the first sentence without an answer, then at the whole summary', () => {
  expect(goOnAt(form.sentences)).toBe('2');
  expect(goOnAt([sentence(1, false)])).toBe('summary');
});

it('needs a number for each question about the whole', () => {
  expect(isRated(form)).toBe(true);
  expect(isRated({ ...form, dimensions: ['fluency', 'coherence'], scores: { fluency: 3 } })).toBe(false);
  expect([isRated({ ...form, trap: 4 }), isRated({ ...form, trap: 4, trap_answer: 1 })]).toEqual([false, true]);
});

it('keeps scores pending one by one', () => {
  const sent: Pending = { answers: {}, scores: { fluency: 3 }, opened: true };
  const now: Pending = { ...sent, scores: { fluency: 3, relevance: 2 } };
  expect(acknowledged(now, sent)).toEqual({ answers: {}, scores: { relevance: 2 } });
  expect(pendingCount(now)).toBe(3);
});

it('says five minutes for thirty sentences and the whole', () => {
  expect([30, 8, 2, 0].map(minutesFor)).toEqual([5, 2, 1, 1]);
});

it('has nothing pending once all that this device keeps was acknowledged', () => {
  const sent = { answers: { 1: true }, agreed: { language: 'en', number: 2 }, scores: { fluency: 3 }, finished: true };
  const kept = JSON.parse(JSON.stringify(sent)) as typeof sent;
  expect(pendingCount(acknowledged(kept, sent))).toBe(0);
  expect(acknowledged({ ...kept, agreed: { language: 'en', number: 3 } }, sent).agreed?.number).toBe(3);
});
