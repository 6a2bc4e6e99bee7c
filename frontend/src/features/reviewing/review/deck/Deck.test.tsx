import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { theme } from '@/styles/theme';
import { server } from '@/test/server';
import { run } from '../editor/commands';
import { Editor } from '../editor/editor';
import { activate } from '../editor/navigation';
import { EditorProvider } from '../frame/context';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { silent } from '../testing/silent';
import { Deck } from './Deck';

it('shows the page of a row that takes the next one of its page', async () => {
  server.use(
    http.get('*/api/v1/documents/1/pages/', () =>
      HttpResponse.json({ pictures: null, can_be_drawn: false, limit_bytes: 1, pages: [] }),
    ),
  );
  const content = sampleContent(
    ['Two log-normals for every silence', 'Results'],
    ['Each silence', 'is a log-normal', 'Ten speakers'],
    [
      { source: [0], target: [0] },
      { source: [0], target: [1] },
      { source: [1], target: [2] },
    ],
  );
  const editor = new Editor(sampleInfo('slides_talk'), content, silent().transport, new MemoryStorage());
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={editor}>
          <Deck />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  act(() => activate(editor, uuid(1)));
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(/^Page 1 of 2 .* · 2 sentences$/);
  act(() => run(editor, 'merge'));
  expect(editor.state.doc.order).toHaveLength(2);
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(/^Page 1 of 2 .* · 2 sentences$/);
  editor.close();
});

it('brings the line of the sentence one is at into view, and enlarges the picture of the page', async () => {
  server.use(
    http.get('*/api/v1/documents/1/pages/', () =>
      HttpResponse.json({
        pictures: null,
        can_be_drawn: true,
        limit_bytes: 1,
        pages: [{ number: 1, title: 'One', picture: '/one.png', thumbnail: '/small.png', width: 800, height: 600 }],
      }),
    ),
  );
  const seen: string[] = [];
  const original = Element.prototype.scrollIntoView;
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this.textContent ?? '');
  };
  const content = sampleContent(
    ['Two log-normals\nfor every silence', 'Results'],
    ['Each silence', 'of the log-normals'],
    [
      { source: [0], target: [0] },
      { source: [0], target: [1] },
    ],
  );
  const editor = new Editor(sampleInfo('slides_talk'), content, silent().transport, new MemoryStorage());
  render(
    <MantineProvider theme={theme}>
      <QueryClientProvider client={new QueryClient()}>
        <EditorProvider value={editor}>
          <Deck />
        </EditorProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  act(() => activate(editor, uuid(1)));
  expect(seen.filter((text) => text.includes('every silence'))).toHaveLength(1);
  act(() => activate(editor, uuid(2)));
  expect(seen.at(-1)).toContain('Two log-normals');
  const enlarge = await screen.findByRole('button', { name: 'Enlarge page 1' });
  act(() => enlarge.click());
  const dialog = await screen.findByRole('dialog', { name: 'Page 1' });
  expect(dialog.querySelector('img')).toHaveAttribute('src', '/one.png');
  act(() => dialog.querySelector<HTMLElement>('button')?.click());
  expect(editor.state.dialog).toBeNull();
  Element.prototype.scrollIntoView = original;
  editor.close();
});
