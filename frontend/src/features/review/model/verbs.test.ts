import { describe, expect, it } from 'vitest';
import { wordsOf } from './verbs';

describe('the words of what was done', () => {
  it('speaks of nulls in a bitext and of sentences in a talk', () => {
    expect(wordsOf('null', 'bitext')).toBe('made it null');
    expect(wordsOf('null', 'paper_talk')).toBe('left it without a sentence');
  });

  it('uses the same words where both have them, and says an unknown verb without its underscores', () => {
    expect(wordsOf('accept', 'paper_talk')).toBe(wordsOf('accept', 'bitext'));
    expect(wordsOf('read_it_aloud', 'bitext')).toBe('read it aloud');
  });
});
