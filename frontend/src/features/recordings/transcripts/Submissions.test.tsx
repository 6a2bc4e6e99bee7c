import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { Submissions } from './Submissions';

const figures = { filled: 1, seconds: 6, n_planted: 10, n_right: 10, same: null, heard: 1, n_filled: 5 };
const pass = (id: number, name: string) => ({
  ...{ id, user: { id, name }, title: 'Tides', kind: 'first', state: 'held', figures, broken: [], reason: '' },
  ...{ n_masks: 5, n_filled: 5, submitted_at: '2026-11-01T10:00:00Z' },
});
const policy = {
  min_filled: 0.95,
  min_seconds: null,
  min_planted: 0.8,
  max_same: 0.9,
  min_heard: 0.9,
  hold_all: false,
};

const serve = (to_another: boolean) =>
  server.use(
    http.get('/api/v1/projects/p/transcripts/', () =>
      HttpResponse.json({
        passes: [pass(1, 'Ines'), pass(2, 'Oskar')],
        policy: { ...policy, to_another, claim_hours: 72 },
        n_at_work: 0,
      }),
    ),
    http.get('/api/v1/passes/:id/planted/', () => HttpResponse.json({ masks: [] })),
  );

it('is gone through, chosen from and decided on by keys', async () => {
  serve(true);
  renderAt('/', '/', <Submissions slug="p" />);
  await screen.findByLabelText('Choose Ines, Tides');
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  for (const key of ['j', 'j', 'x']) fireEvent.keyDown(document.body, { key });
  expect(screen.getByLabelText('Choose Oskar, Tides')).toBeChecked();
  expect(screen.getByLabelText('Choose Ines, Tides')).not.toBeChecked();
  fireEvent.keyDown(document.body, { key: 'r' });
  await waitFor(() => expect(screen.getByRole('dialog')).toHaveTextContent('Reject'));
  expect(screen.getByRole('dialog')).toHaveTextContent('The work goes to another person.');
  const reason = screen.getByRole('textbox', { name: /Reason/ });
  await waitFor(() => expect(reason).toHaveFocus());
  fireEvent.input(reason, { target: { value: 'Half of it is empty.' } });
  fireEvent.keyDown(reason, { key: 'Escape' });
  expect(await screen.findByRole('dialog', { name: 'Discard what you wrote?' })).toBeInTheDocument();
});

it('says who goes on with rejected work where it does not go to another person', async () => {
  serve(false);
  renderAt('/', '/', <Submissions slug="p" />);
  await screen.findByLabelText('Choose Ines, Tides');
  for (const key of ['j', 'r']) fireEvent.keyDown(document.body, { key });
  expect(await screen.findByRole('dialog')).toHaveTextContent('They can claim the work again.');
});
