/** A realignment that a worker does: its progress is shown, and Escape ends it. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo } from '../testing/sample';
import { silent } from '../testing/silent';
import { run } from './commands';
import { Editor } from './editor';
import { askRealignment, type Doing } from './transport';

const none = { n_fixed: 3, expected_wrong_before: 1, expected_wrong_after: 1, proposals: [] };
const work = { id: 7, state: 'queued', progress: 0, message: '', error: '', result: null };

afterEach(() => vi.unstubAllGlobals());

function answers(...given: readonly (readonly [number, unknown])[]): string[] {
  const asked: string[] = [];
  const left = [...given];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1/reviews/', '')}`);
    const [status, body] = left.shift() ?? [200, work];
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  return asked;
}

describe('asking', () => {
  it('takes an answer that is there at once', async () => {
    const asked = answers([200, none]);
    expect(await askRealignment(5, () => undefined, new AbortController().signal)).toEqual(none);
    expect(asked).toEqual(['POST 5/realign/']);
  });

  it('follows a worker until it has found something, and tells how far it is', async () => {
    const told: Doing[] = [];
    const running = { ...work, state: 'running', progress: 0.4, message: 'aligning' };
    answers([202, work], [200, running], [200, { ...work, state: 'succeeded', progress: 1, result: none }]);
    expect(await askRealignment(5, (doing) => told.push(doing), new AbortController().signal)).toEqual(none);
    expect(told.map(({ progress }) => progress)).toEqual([0, 0.4]);
  });

  it('says why a worker failed', async () => {
    answers([202, work], [200, { ...work, state: 'failed', error: 'There is not enough memory.' }]);
    await expect(askRealignment(5, () => undefined, new AbortController().signal)).rejects.toThrow('enough memory');
  });

  it('cancels the worker where nobody waits any more', async () => {
    const stop = new AbortController();
    const asked = answers([202, work]);
    await expect(askRealignment(5, () => stop.abort(), stop.signal)).rejects.toThrow();
    await expect.poll(() => asked).toEqual(['POST 5/realign/', 'DELETE 5/realignments/7/']);
  });
});

describe('the editor', () => {
  it('ends a realignment by Escape, and what comes later changes nothing', async () => {
    let signal: AbortSignal | undefined;
    let answer: ((found: typeof none) => void) | undefined;
    const { transport } = silent({
      realign: (tell, given) => {
        signal = given;
        tell({ progress: 0.5, message: 'aligning' });
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const content = sampleContent(['One.', 'Two.'], ['Eins.', 'Zwei.'], [{ source: [0], target: [0] }]);
    const editor = new Editor(sampleInfo('bitext'), content, transport, new MemoryStorage());
    run(editor, 'realign');
    await expect.poll(() => editor.state.realigned?.progress).toBe(0.5);
    run(editor, 'escape');
    expect(signal?.aborted).toBe(true);
    expect(editor.state.realigning).toBeNull();
    answer?.(none);
    await Promise.resolve();
    expect(editor.state.realigning).toBeNull();
    editor.close();
  });
});
