import { beforeEach, describe, expect, it, vi } from 'vitest';
import { spansAbout, spansOf, timeOf } from '../model/times';
import { sampleDoc, uuid } from '../testing/sample';
import { Player } from './player';

/** An element that plays in steps of the test, as jsdom plays nothing. */
class Tape extends EventTarget {
  src = '';
  preload = '';
  currentTime = 0;
  duration = 20;
  playbackRate = 1;
  error = null;
  play = vi.fn(() => {
    this.dispatchEvent(new Event('play'));
    return Promise.resolve();
  });
  pause = vi.fn(() => {
    this.dispatchEvent(new Event('pause'));
  });
  removeAttribute = vi.fn();
}

describe('playing', () => {
  let tapes: Tape[];
  let player: Player;
  beforeEach(() => {
    vi.useFakeTimers();
    tapes = [];
    player = new Player({ source: '/source.wav', target: '/target.wav' }, () => {
      const tape = new Tape();
      tapes.push(tape);
      return tape as unknown as HTMLMediaElement;
    });
    return () => vi.useRealTimers();
  });
  const pass = (tape: Tape, seconds: number) => {
    tape.currentTime += seconds;
    vi.advanceTimersByTime(60);
  };

  it('loads nothing before it is asked to play', () => {
    expect(tapes).toHaveLength(0);
    player.play('target', [{ start: 3, end: 4 }]);
    expect(tapes.map(({ src }) => src)).toEqual(['/target.wav']);
  });

  it('plays stretches one after another and stops at the end of the last', () => {
    player.play('target', [
      { start: 3, end: 4 },
      { start: 9, end: 10 },
    ]);
    const [tape] = tapes as [Tape];
    expect([tape.currentTime, player.state.on]).toEqual([3, true]);
    pass(tape, 0.9);
    expect(tape.currentTime).toBeCloseTo(3.9);
    pass(tape, 0.2);
    expect([tape.currentTime, player.state.on]).toEqual([9, true]);
    pass(tape, 1);
    expect(player.state.on).toBe(false);
    pass(tape, 1);
    expect(tape.play).toHaveBeenCalledTimes(1);
  });

  it('stops where it is and goes on from there, and goes back to hear it again', () => {
    player.play('target', [{ start: 3, end: 8 }], 'row');
    const [tape] = tapes as [Tape];
    pass(tape, 2.5);
    player.hold();
    expect([tape.currentTime, player.state.on, player.isAbout('row')]).toEqual([5.5, false, true]);
    expect(player.resume()).toBe(true);
    expect([tape.currentTime, player.state.on]).toEqual([5.5, true]);
    player.back(2);
    expect([tape.currentTime, player.state.on]).toEqual([3.5, true]);
    pass(tape, 4.5);
    expect(player.state.on).toBe(false);
    expect(player.resume()).toBe(false);
    // From the end of the row its last words once more, and no further.
    player.back(2);
    expect([tape.currentTime, player.state.on]).toEqual([6, true]);
    pass(tape, 2);
    expect(player.state.on).toBe(false);
  });

  it('lets one side be heard at a time, at the speed chosen', () => {
    player.faster();
    player.play('target', [{ start: 1, end: 2 }]);
    player.play('source', [{ start: 5, end: 6 }]);
    const [target, source] = tapes as [Tape, Tape];
    expect(target.pause).toHaveBeenCalled();
    expect([source.playbackRate, player.state.rate, player.state.side]).toEqual([1.2, 1.2, 'source']);
  });

  it('says when a recording cannot be played, and nothing when a pause came first', async () => {
    player.play('target');
    const [tape] = tapes as [Tape];
    tape.play.mockRejectedValueOnce(new DOMException('paused', 'AbortError'));
    player.play('target');
    await vi.advanceTimersByTimeAsync(0);
    expect(player.state.trouble).toBe('');
    tape.play.mockRejectedValueOnce(new DOMException('no codec', 'NotSupportedError'));
    player.play('target');
    await vi.advanceTimersByTimeAsync(0);
    expect(player.state).toMatchObject({ on: false, trouble: 'The recording cannot be played.' });
  });
});

describe('when a row was said', () => {
  // Segment n of the sample is said from 4n to 4n + 3 seconds.
  const doc = sampleDoc(
    ['One.', 'Two.'],
    ['und so 👩‍👩‍👧', 'weiter', 'hier', 'dann'],
    [
      { source: [0], target: [0, 1] },
      { source: [1], target: [2] },
      { source: [0], target: [3] },
    ],
    'paper_talk',
  );

  it('is from start to end of its segments, one stretch for each', () => {
    expect(spansOf(doc, uuid(1), 'target')).toEqual([
      { start: 0, end: 3 },
      { start: 4, end: 7 },
    ]);
  });

  it('of a sentence is all that was said about it', () => {
    expect(spansAbout(doc, 0).map(({ start }) => start)).toEqual([0, 4, 12]);
  });

  it('of a piece is its share in code points, or that of its timed words', () => {
    const [chip] = [...doc.rows.values()][0]?.target ?? [];
    const [unit] = doc.targetUnits;
    if (!chip || !unit) throw new Error('the sample is empty');
    // 7 + 5 code points: the family is five.
    expect(timeOf({ ...chip, start: 6 }, [unit])).toEqual({ start: 1.5, end: 3 });
    const words = [
      [0, 3, 0.1, 0.4],
      [4, 6, 0.5, 0.9],
    ] as const;
    expect(timeOf({ ...chip, end: 6 }, [{ ...unit, words }])).toEqual({ start: 0.1, end: 0.9 });
    expect(timeOf(chip, [{ ...unit, start_seconds: null }])).toBeNull();
  });
});
