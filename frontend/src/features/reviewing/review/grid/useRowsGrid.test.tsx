import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { run } from '../editor/commands';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, uuid } from '../testing/sample';
import { Server } from '../testing/server';
import { useRowsGrid } from './RowsGrid';

const nRows = 400;
let editor: Editor;
afterEach(() => editor.close());

function Grid({ estimate }: { estimate: (id: string) => number }) {
  const { scroller, virtualizer, active } = useRowsGrid(estimate);
  return (
    <div ref={scroller} data-active={active} style={{ height: 600 }}>
      {virtualizer.getTotalSize()}
    </div>
  );
}

it('estimates each row once, and not all of them again at every key', async () => {
  const texts = Array.from({ length: nRows }, (_, n) => `Text ${n}.`);
  const rows = texts.map((_, at) => ({ source: [at], target: [at] }));
  const server = new Server(sampleContent(texts, texts, rows));
  editor = new Editor(server.info(1), server.content(), server.transport(1), new MemoryStorage());
  await editor.exchange.start();
  const estimate = vi.fn(() => 32);
  const { container } = render(
    <EditorProvider value={editor}>
      <Grid estimate={estimate} />
    </EditorProvider>,
  );
  expect(container).toHaveTextContent(String(32 * nRows));
  estimate.mockClear();
  act(() => run(editor, 'next'));
  act(() => run(editor, 'accept_next'));
  expect(container.querySelector(`[data-active="${uuid(3)}"]`)).not.toBeNull();
  expect(estimate.mock.calls.length).toBeLessThan(nRows);
});
