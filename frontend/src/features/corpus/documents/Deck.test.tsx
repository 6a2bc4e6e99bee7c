import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { DeckPage, DeckPages } from '@/api/decks';
import { pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { DocumentPage } from './DocumentPage';

const texts = ['Tides\nWe hear water.', 'Methods\nA buoy.', ' '];

const shown = (number: number): DeckPage => ({
  number,
  position: number - 1,
  title: texts[number - 1]?.trim().split('\n')[0] ?? '',
  text_length: 10,
  step: Math.min(number, 2),
  n_steps: number === 3 ? 1 : 2,
  picture: `/api/v1/documents/7/pages/${number}/picture/?v=${number}`,
  thumbnail: `/api/v1/documents/7/pages/${number}/thumbnail/?v=${number}`,
  width: 1600,
  height: 900,
  missing: number === 3 ? ['text'] : [],
});
const bare = (number: number): DeckPage => ({
  ...shown(number),
  ...{ picture: null, thumbnail: null, width: null, height: null, missing: ['picture'] },
});
const pictures = (over: Partial<NonNullable<DeckPages['pictures']>> = {}): DeckPages['pictures'] => ({
  ...{ name: 'tides.pdf', state: 'done', progress: 1, message: '', error: '' },
  ...{ created_at: '2026-01-01T00:00:00Z', finished_at: '2026-01-01T00:00:00Z' },
  ...over,
});
const deck = (over: Partial<DeckPages> = {}): DeckPages => ({
  ...{ pictures: pictures(), can_be_drawn: false, limit_bytes: 200_000_000, pages: [1, 2, 3].map(shown) },
  ...over,
});

function open(answer: DeckPages, { role = 'admin', at = '' }: { role?: 'admin' | 'viewer'; at?: string } = {}) {
  const document = {
    ...pair().source,
    ...{ id: 7, kind: 'slides', title: 'Tides', importer: 'pptx', metadata: {}, left_out: [], pairs: [] },
    ...{ embeddings: [], source_name: 'tides.pptx', previous: null, next: null, media_url: null, imported_by: null },
  };
  const units = texts.map((text, position) => ({
    ...{ position, text, section: null, speaker: '', page: position + 1 },
    ...{ start_seconds: null, end_seconds: null, words: [] },
  }));
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/documents/7/', () => HttpResponse.json(document)),
    http.get('*/api/v1/documents/7/units/', () => HttpResponse.json({ sections: [], units })),
    http.get('*/api/v1/documents/7/pages/', () => HttpResponse.json(answer)),
  );
  return renderAt(`/p/harbour/documents/7${at}`, '/p/:slug/documents/:id', <DocumentPage />);
}

const part = () => screen.findByRole('region', { name: 'Pages' });

it('shows a page large with its text, and turns pages by keys and in the strip', async () => {
  const { user, router } = open(deck());
  const pages = within(await part());
  expect(await pages.findByRole('img', { name: 'Page 1: Tides' })).toHaveAttribute(
    'src',
    expect.stringMatching(/\/1\//),
  );
  expect(pages.getByText(/We hear water/)).toBeInTheDocument();
  await user.keyboard('{ArrowRight}');
  expect(await pages.findByRole('img', { name: 'Page 2: Methods' })).toBeInTheDocument();
  expect(router.state.location.search).toBe('?page=2');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(router.state.location.search).toBe('?page=1');
  const strip = within(pages.getByRole('list', { name: 'All pages' }));
  expect(strip.getAllByRole('button').map((each) => each.tabIndex)).toEqual([0, -1, -1]);
  await user.click(strip.getByRole('button', { name: 'Page 3' }));
  expect(pages.getByRole('status')).toHaveTextContent('Page 3 of 3');
  expect(pages.getByText('No text on this page.')).toBeInTheDocument();
  expect(pages.getByRole('button', { name: 'Next page' })).toBeDisabled();
  expect(document.querySelectorAll('img[loading=lazy]')).toHaveLength(3);
});

it('shows the text of a page without a picture, and says how to add them to who may', async () => {
  open(deck({ pictures: null, pages: [1, 2, 3].map(bare) }), { at: '?page=2' });
  const pages = within(await part());
  expect(await pages.findByText('Text only: PPTX pages have no pictures. Add a PDF to show them.')).toBeInTheDocument();
  expect(pages.getByText('A buoy.')).toBeInTheDocument();
  expect(pages.queryByRole('img')).not.toBeInTheDocument();
  expect(pages.getByRole('button', { name: 'Add PDF or frames' })).toBeInTheDocument();
});

it('offers nothing to who may only read', async () => {
  open(deck(), { role: 'viewer' });
  const pages = within(await part());
  await pages.findByRole('img', { name: 'Page 1: Tides' });
  expect(pages.queryByRole('button', { name: /pictures|PDF/ })).not.toBeInTheDocument();
});

it('says how far pictures are, and stops making them', async () => {
  const waiting = pictures({ state: 'running', progress: 0.5, message: 'Drawing page 2 of 3', finished_at: null });
  const { user } = open(deck({ pictures: waiting, pages: [shown(1), bare(2), bare(3)] }));
  let stopped = 0;
  server.use(
    http.delete('*/api/v1/documents/7/pictures/', () => {
      stopped += 1;
      return HttpResponse.json(deck({ pictures: null, pages: [1, 2, 3].map(bare) }));
    }),
  );
  const pages = within(await part());
  expect(await pages.findByText('Drawing page 2 of 3')).toBeInTheDocument();
  await user.click(pages.getByRole('button', { name: 'Cancel' }));
  await pages.findByText(/Text only/);
  expect(stopped).toBe(1);
});

it('says why pictures could not be made, and has the deck’s own PDF drawn again', async () => {
  const failed = pictures({ state: 'failed', error: 'tides.pdf page 2: the page is damaged.' });
  const { user } = open(deck({ pictures: failed, can_be_drawn: true, pages: [1, 2, 3].map(bare) }));
  server.use(
    http.post('*/api/v1/documents/7/pictures/', () =>
      HttpResponse.json(deck({ pictures: pictures({ state: 'queued' }) }), { status: 201 }),
    ),
  );
  const pages = within(await part());
  expect(await pages.findByRole('alert')).toHaveTextContent('page 2: the page is damaged');
  await user.click(pages.getByRole('button', { name: 'Draw the pages' }));
  await waitFor(() => expect(pages.getByText('Waiting for a worker')).toBeInTheDocument());
});
