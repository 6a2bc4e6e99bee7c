import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Editor } from '../editor/editor';
import { rowOf } from '../model/document';
import { set } from '../model/gestures';
import type { Row } from '../model/types';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { filterOf } from './filters';
import type { Region } from './model';
import { type RegionsOptions, useRegions } from './useRegions';

/** Of six rows, three in which A, B and C differ: in the first and the last A and B say the same, in the second nobody. */
const differing = [1, 3, 4];

let editor: Editor;
afterEach(() => {
  editor.close();
  localStorage.clear();
});

function open(change: Partial<RegionsOptions> = {}) {
  const texts = Array.from({ length: 6 }, (_, n) => `Text ${n}.`);
  const content = sampleContent(
    texts,
    texts,
    texts.map((_, n) => ({
      source: [n],
      target: [n],
      // The result begins as A.
      ...(differing.includes(n) ? { status: 'proposed' as const, good_mt: true } : { status: 'accepted' as const }),
    })),
  );
  const server = new Server(content);
  editor = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  const regions = differing.map((n, at): Region => {
    const row = content.rows[n] as Row;
    const says = (over: Partial<Row>, id: number) => [{ ...row, id: uuid(9000 + id), link: null, ...over }];
    return {
      number: at + 1,
      parts: ['labels', 'text'],
      camps: at === 1 ? [[0], [1], [2]] : [[0, 1], [2]],
      source: [[n, 0, 7]],
      target: [[n, 0, 7]],
      rows: [
        says({ good_mt: true }, 10 * n),
        says(at === 1 ? { good_mt: null } : { good_mt: true }, 10 * n + 1),
        says({ good_mt: false, post_edit: 'by C' }, 10 * n + 2),
      ],
    } as unknown as Region;
  });
  const spies = { onColumn: vi.fn(), onEdit: vi.fn(), onAllSettled: vi.fn() };
  const options = { regions, nReviews: 3, columns: [0, 1, 2], shown: filterOf(null), ...spies, ...change };
  const shown = renderHook(() => useRegions(editor, options));
  /** As after a look at the rows. */
  const reopen = () => {
    shown.unmount();
    return renderHook(() => useRegions(editor, options)).result;
  };
  return { result: shown.result, spies, reopen };
}

const resultOf = (region: number) => rowOf(editor.state.doc, uuid((differing[region - 1] as number) + 1));

describe('a region', () => {
  it('is settled as a review says, and the next one is at hand', () => {
    const { result } = open();
    expect(result.current.current?.number).toBe(1);
    act(() => result.current.take(2));
    expect(resultOf(1)).toMatchObject({ status: 'accepted', good_mt: false, post_edit: 'by C' });
    expect(editor.state.notice.text).toBe('Region 1 settled: took C. 2 regions are open.');
    expect([result.current.current?.number, result.current.choice]).toEqual([2, null]);
  });

  it('is undecided until a review is taken: nothing else makes it as one of them says', () => {
    const { result } = open();
    act(() => result.current.accept());
    expect(resultOf(1).status).toBe('proposed');
    expect(editor.state.notice.text).toBe('Take A, B or C, or edit the result.');
  });

  it('is undecided too where no review says any more what it began as', () => {
    const { result } = open();
    const { current } = result.current;
    for (const [row] of (current as unknown as { rows: Row[][] }).rows)
      Object.assign(row as Row, { tags: ['omission'] });
    act(() => result.current.accept());
    expect(resultOf(1).status).toBe('proposed');
    expect(editor.state.notice.text).toBe('Take A, B or C, or edit the result.');
    act(() => void editor.do(set(editor.state.doc, 'label', [resultOf(1).id], { good_align: true })));
    act(() => result.current.accept());
    expect(resultOf(1)).toMatchObject({ status: 'accepted', good_align: true });
  });

  it('is accepted as a person edited it', () => {
    const { result } = open();
    act(() => void editor.do(set(editor.state.doc, 'flag', [resultOf(1).id], { good_align: false })));
    act(() => result.current.accept());
    expect(resultOf(1)).toMatchObject({ status: 'accepted', good_align: false });
    expect(editor.state.notice.text).toBe('Region 1 settled. 2 regions are open.');
  });

  it('is not taken from a review that is not shown', () => {
    const { result, spies } = open({ columns: [0, 1] });
    act(() => result.current.take(2));
    expect(spies.onColumn).toHaveBeenCalledWith(2);
    expect(resultOf(1).status).toBe('proposed');
    expect(editor.state.notice.text).toBe('Review C is shown now. Press C again to take it.');
  });

  it('takes each part from another review, and knows no review that is not there', () => {
    const { result } = open();
    act(() => result.current.take(3));
    expect(resultOf(1).status).toBe('proposed');
    act(() => result.current.switchPart('text', 2));
    expect(resultOf(1).status).toBe('proposed');
    act(() => result.current.accept());
    expect(resultOf(1)).toMatchObject({ good_mt: true, post_edit: 'by C' });
  });

  it('goes round the reviews where a part is switched without one', () => {
    const { result } = open();
    act(() => result.current.switchPart('labels'));
    expect(result.current.choice).toEqual({ links: 0, labels: 1, text: 0 });
    act(() => result.current.switchPart('labels'));
    act(() => result.current.switchPart('labels'));
    expect(result.current.choice).toEqual({ links: 0, labels: 0, text: 0 });
    act(() => result.current.switchPart('links'));
    expect(result.current.choice).toEqual({ links: 0, labels: 0, text: 0 });
  });

  it('keeps the reason that was typed until one comes back, and forgets the choice', () => {
    const { result } = open();
    act(() => result.current.setReason('oversight'));
    act(() => result.current.switchPart('text'));
    act(() => result.current.activate(3));
    expect([result.current.choice, result.current.reason]).toEqual([null, '']);
    act(() => result.current.setReason('guidelines'));
    act(() => result.current.take(0));
    expect(resultOf(3).decision_reason).toBe('guidelines');
    expect([result.current.current?.number, result.current.reason]).toEqual([1, 'oversight']);
    act(() => result.current.take(1));
    expect(resultOf(1).decision_reason).toBe('oversight');
  });

  it('shows the reason that it was settled with, which can be changed and removed', () => {
    const { result } = open();
    act(() => result.current.setReason('oversight'));
    act(() => result.current.take(2));
    expect(result.current.reason).toBe('');
    act(() => result.current.activate(1));
    expect(result.current.reason).toBe('oversight');
    act(() => result.current.take(0));
    expect(resultOf(1).decision_reason).toBe('oversight');
    act(() => result.current.activate(1));
    act(() => result.current.setReason(''));
    expect(result.current.reason).toBe('');
    act(() => result.current.accept());
    expect(resultOf(1).decision_reason).toBe('');
  });

  it('keeps the reason while its result is edited', () => {
    const { result: before, reopen } = open();
    act(() => before.current.setReason('guidelines'));
    act(() => before.current.edit());
    const result = reopen();
    expect(result.current.reason).toBe('guidelines');
    act(() => result.current.switchPart('labels', 2));
    act(() => result.current.edit());
    expect(resultOf(1)).toMatchObject({ status: 'proposed', decision_reason: 'guidelines' });
    act(() => editor.turnBack('undo'));
    expect([resultOf(1).decision_reason, result.current.reason]).toEqual(['', '']);
  });

  it('is settled by what most say, where most say something', () => {
    const { result } = open();
    act(() => result.current.acceptMajority());
    expect(resultOf(1)).toMatchObject({ status: 'accepted', good_mt: true });
    expect(result.current.current?.number).toBe(2);
    act(() => result.current.acceptMajority());
    expect(resultOf(2).status).toBe('proposed');
    expect(editor.state.notice.text).toBe('The reviews have no majority here.');
  });

  it('stays open while its result is edited', () => {
    const { result, spies } = open();
    act(() => result.current.switchPart('labels', 2));
    act(() => result.current.edit('comments'));
    expect(resultOf(1)).toMatchObject({ status: 'proposed', good_mt: false });
    expect(spies.onEdit).toHaveBeenCalledWith(1, resultOf(1).id, 'comments');
  });

  it('is not edited where there is no room', () => {
    const { result } = open({ onEdit: undefined });
    act(() => result.current.switchPart('labels', 2));
    act(() => result.current.edit());
    expect(resultOf(1).good_mt).toBe(true);
  });

  it('is not taken by most where none of them is shown', () => {
    const { result, spies } = open({ columns: [0, 2] });
    const camps = [[0], [1, 3], [2]];
    act(() => result.current.activate(1));
    const { current } = result.current;
    Object.assign(current as object, { camps });
    act(() => result.current.acceptMajority());
    expect(spies.onColumn).toHaveBeenCalledWith(1);
    expect(resultOf(1).status).toBe('proposed');
    expect(editor.state.notice.text).toBe('Review B is shown now. Press B or Shift Enter to take it.');
  });

  it('is come back to by an undo, and not taken for the next', () => {
    const { result } = open();
    act(() => result.current.take(0));
    expect(result.current.current?.number).toBe(2);
    act(() => editor.turnBack('undo'));
    expect(result.current.current?.number).toBe(1);
    act(() => result.current.take(2));
    expect([resultOf(1).status, resultOf(2).status]).toEqual(['accepted', 'proposed']);
    act(() => result.current.activate(3));
    act(() => result.current.flag());
    act(() => result.current.activate(2));
    act(() => editor.turnBack('undo'));
    expect(result.current.current?.number).toBe(3);
    act(() => editor.turnBack('undo'));
    expect(result.current.current?.number).toBe(1);
  });

  it('is flagged as a whole, and unflagged', () => {
    const { result } = open();
    act(() => result.current.flag());
    expect(resultOf(1).flagged).toBe(true);
    act(() => result.current.flag());
    expect(resultOf(1).flagged).toBe(false);
  });
});

describe('the last open region', () => {
  it('leads to what comes after, and then all of it is gold', () => {
    const { result, spies } = open();
    act(() => result.current.mark());
    expect([editor.state.notice.text, editor.state.doc.state]).toEqual(['3 regions are open.', 'open']);
    for (const number of [2, 3, 1]) {
      act(() => result.current.activate(number));
      act(() => result.current.take(0));
    }
    expect(spies.onAllSettled).toHaveBeenCalledTimes(1);
    expect(result.current.current?.number).toBe(1);
    act(() => result.current.mark());
    expect(editor.state.doc.state).toBe('submitted');
    act(() => result.current.take(1));
    expect(result.current.choice).toBeNull();
    act(() => result.current.flag());
    expect(resultOf(1).flagged).toBe(false);
  });
});

describe('a filter', () => {
  it('leads on through the regions that it shows first', () => {
    const { result } = open({ shown: filterOf('most') });
    expect(result.current.matching.map(({ number }) => number)).toEqual([1, 3]);
    act(() => result.current.take(0));
    expect(result.current.current?.number).toBe(3);
    act(() => result.current.step(1));
    expect(editor.state.notice.text).toBe('This is the last region.');
    act(() => result.current.take(0));
    expect(result.current.current?.number).toBe(2);
    // It is in sight as long as one is there.
    expect(result.current.blocks).toContainEqual({ region: result.current.current });
  });
});

describe('a filter that shows none', () => {
  it('leaves none that a letter takes unseen', () => {
    const { result } = open({ shown: filterOf('flagged') });
    expect([result.current.current, result.current.matching]).toEqual([null, []]);
    act(() => result.current.take(0));
    act(() => result.current.acceptMajority());
    act(() => result.current.flag());
    expect(differing.map((_, n) => resultOf(n + 1).status)).toEqual(['proposed', 'proposed', 'proposed']);
  });
});

describe('a row', () => {
  it('leads to its region, or unfolds what is agreed on around it', () => {
    const { result } = open();
    act(() => expect(result.current.goTo('5')).toBeNull());
    expect(result.current.current?.number).toBe(3);
    act(() => expect(result.current.goTo('3')).toBeNull());
    expect([...result.current.unfolded]).toEqual([uuid(3)]);
    act(() => expect(result.current.goTo('x')).toBe('“x” is not a row number.'));
  });

  it('is unfolded and folded with the others around the region', () => {
    const { result } = open();
    act(() => result.current.unfoldAround());
    expect([...result.current.unfolded]).toEqual([uuid(1), uuid(3)]);
    act(() => result.current.unfoldAround());
    expect(result.current.unfolded.size).toBe(0);
  });
});
