import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import type { BulkAlignment } from '@/api/types';
import { bulk, page } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { BulkProgress } from './BulkProgress';

let bulks: BulkAlignment[] = [];

beforeEach(() => {
  server.use(http.get('*/api/v1/bulk-alignments/', () => HttpResponse.json(page(bulks))));
});

const open = (canCancel = true) => renderAt('/pairs', '/pairs', <BulkProgress slug="harbour" canCancel={canCancel} />);

it('shows how far it has come, by whom, and cancels all of it after asking', async () => {
  bulks = [bulk()];
  server.use(
    http.post('*/api/v1/bulk-alignments/5/cancel/', () => {
      bulks = [bulk({ state: 'cancelled', n_cancelled: 40, finished_at: new Date().toISOString() })];
      return HttpResponse.json(bulks[0]);
    }),
  );
  const { user } = open();
  expect(await screen.findByRole('progressbar', { name: 'Aligning 9,812 pairs' })).toHaveAttribute(
    'aria-valuenow',
    '25',
  );
  expect(
    screen.getByText(/2,440 of 9,812 pairs aligned, 12 skipped, 1 failed\. Best available, started by/),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel aligning 9,812 pairs' }));
  await user.click(screen.getByRole('button', { name: 'Cancel all' }));
  expect(await screen.findByText(/^Cancelled: 2,440 of 9,812 pairs aligned/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Dismiss/ }));
  expect(screen.queryByText(/^Cancelled/)).not.toBeInTheDocument();
});

it('says that no worker is there, and offers no cancelling to who may not', async () => {
  bulks = [bulk({ worker_alive: false, created_by: null })];
  open(false);
  expect(await screen.findByText(/started by the system .*No worker is running/)).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('is not there long after the end', async () => {
  bulks = [bulk({ state: 'finished', finished_at: '2026-01-01T00:00:00Z' })];
  const { queryClient } = open();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByRole('region', { name: 'Bulk alignments' })).not.toBeInTheDocument();
});
