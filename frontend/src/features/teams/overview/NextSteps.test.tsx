import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NothingYet } from './FirstSteps';
import { NextSteps } from './NextSteps';

const stages = (counts: Record<string, number>) =>
  ['imported', 'aligned', 'submitted'].map((key) => ({ key, label: key, count: counts[key] ?? 0, note: '' }));

function open(counts: Record<string, number>, members = 1, version: number | null = null) {
  server.use(
    http.get('*/api/v1/projects/harbour/guidelines/', () =>
      HttpResponse.json({ current: version, versions: [], n_reviews_without: null }),
    ),
    http.get('*/api/v1/projects/harbour/', () =>
      HttpResponse.json(project({ role: 'admin', is_assigned: false, counts: { pairs: 24, members } })),
    ),
  );
  return renderAt('/', '/', <NextSteps slug="harbour" stages={stages(counts)} />);
}

it('says what comes next after the first import, and what a step needs', async () => {
  open({ imported: 24, aligned: 9 });
  const list = await screen.findByRole('list');
  expect(list).toHaveTextContent('Import done24 pairs');
  expect(list).toHaveTextContent('Align 15 pairsAn engine proposes links. 9 of 24 aligned.');
  expect(list).toHaveTextContent('Needs at least one annotator.');
  expect(screen.getByRole('link', { name: 'Align…' })).toHaveAttribute(
    'href',
    '/p/harbour/pairs/align?stage=unaligned',
  );
});

it('ticks what is done, and goes with the first submission', async () => {
  const { unmount } = open({ imported: 24, aligned: 24 }, 6);
  expect(await screen.findByRole('list')).toHaveTextContent('Invite people done6 members');
  unmount();
  open({ imported: 24, aligned: 24, submitted: 1 }, 6);
  expect(await screen.findByText('', { selector: 'body' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'What comes next' })).not.toBeInTheDocument();
});

it('ticks guidelines that are published', async () => {
  open({ imported: 24, aligned: 9 }, 1, 2);
  expect(await screen.findByText('Version 2 is published.')).toBeVisible();
  expect(screen.getByRole('list')).toHaveTextContent('Write guidelines done');
});

it('offers annotators of an empty project neither an import nor the demo', () => {
  renderAt('/', '/', <NothingYet slug="harbour" />);
  expect(screen.getByRole('heading', { name: 'Nothing to review yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'guidelines' })).toHaveAttribute('href', '/p/harbour/reviews/guidelines');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
