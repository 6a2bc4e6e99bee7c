import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { CardPage } from './CardPage';
import type { DataCard } from './requests';

const at = '2026-11-20T12:00:00Z';

/** A server with the card of a test set; `lina` writes a part behind one's back. */
function serve() {
  const has = { revision: 1, texts: { uses: 'Tests.', limits: '' } as Record<string, string> };
  const sent: object[] = [];
  const lost = { answers: 0 };
  const card = (): DataCard => ({
    test_set: 4,
    title: 'Spring',
    revision: has.revision,
    changed_at: at,
    changed_by: null,
    parts: [
      { key: 'uses', title: 'What it is for', hint: '', text: has.texts.uses ?? '' },
      { key: 'limits', title: 'Known limits', hint: '', text: has.texts.limits ?? '' },
    ],
  });
  server.use(
    http.get('*/api/v1/projects/', () => HttpResponse.json(page([project({ role: 'admin' })]))),
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role: 'admin' }))),
    http.get('*/api/v1/data-cards/4/', () => HttpResponse.json(card())),
    http.put('*/api/v1/data-cards/4/', async ({ request }) => {
      const given = (await request.json()) as typeof has;
      if (given.revision !== has.revision) {
        const texts = Object.fromEntries(Object.entries(has.texts).filter(([, text]) => text));
        const there = { revision: has.revision, texts, changed_at: at };
        const body = { code: 'card_changed', detail: 'Changed', card: there, saved_by: 'Lina' };
        return HttpResponse.json(body, { status: 409 });
      }
      sent.push(given.texts);
      Object.assign(has, { revision: has.revision + 1, texts: { ...has.texts, ...given.texts } });
      return lost.answers-- > 0 ? HttpResponse.error() : HttpResponse.json(card());
    }),
  );
  const lina = (texts: Record<string, string>) =>
    Object.assign(has, { revision: has.revision + 1, texts: { ...has.texts, ...texts } });
  const shown = renderAt('/p/harbour/test-sets/4/card', '/p/:slug/test-sets/:testSetId/card', <CardPage />);
  return { has, sent, lost, lina, ...shown };
}

const part = (name: string) => screen.findByRole('textbox', { name });

it('saves itself, each part that was changed, and goes on from what it saved', async () => {
  const { sent, user } = serve();
  await user.type(await part('Known limits'), 'Few talks.');
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await waitFor(() => expect(sent).toEqual([{ limits: 'Few talks.' }]), { timeout: 4000 });
  expect(await screen.findByText(/^Saved \d/)).toBeVisible();
  await user.type(await part('Known limits'), ' Old ones.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent[1]).toEqual({ limits: 'Few talks. Old ones.' }));
});

it('saves what was typed when one leaves by a link, and asks before the page is closed without', async () => {
  const { has, user, unmount } = serve();
  await user.type(await part('Known limits'), 'Few talks.');
  const leave = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(true);
  unmount();
  await waitFor(() => expect(has.texts.limits).toBe('Few talks.'));
});

it('keeps the parts of somebody else, and asks where both have written', async () => {
  const { has, lina, user } = serve();
  const limits = await part('Known limits');
  lina({ uses: 'Training.', limits: 'None.' });
  await user.type(limits, 'Few talks.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const asked = await screen.findByRole('region', { name: 'Saved by somebody else' });
  expect(asked).toHaveTextContent(/Lina saved this card at .* Yours is not saved/);
  expect(within(asked).getByText('Known limits')).toBeVisible();
  expect(within(asked).queryByText('What it is for')).toBeNull();
  await user.click(within(asked).getByRole('button', { name: 'Keep mine' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(has.texts).toEqual({ uses: 'Training.', limits: 'Few talks.' }));
  expect(await part('What it is for')).toHaveValue('Training.');
});

it('saves a part that is put back after the answer to its change was lost', async () => {
  const { has, lost, user } = serve();
  const uses = await part('What it is for');
  lost.answers = 1;
  await user.type(uses, 'x');
  const save = screen.getByRole('button', { name: 'Save' });
  await user.click(save);
  await screen.findByRole('alert');
  expect(has.texts.uses).toBe('Tests.x');
  await user.click(save); // refused with one's own, which counts as saved
  expect(await screen.findByText(/^Saved \d/)).toBeVisible();
  await user.type(uses, '{Backspace}');
  await user.click(save);
  await waitFor(() => expect(has.texts.uses).toBe('Tests.'));
});

it('asks also where somebody else fills in a part that was empty when theirs was taken', async () => {
  const { lina, user } = serve();
  const uses = await part('What it is for');
  const save = screen.getByRole('button', { name: 'Save' });
  lina({ uses: 'Training.' });
  await user.type(uses, ' Mine.');
  await user.click(save);
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  lina({ uses: 'Training!', limits: 'None.' });
  await user.clear(uses);
  await user.type(uses, 'Training!');
  await user.click(save);
  await user.click(await screen.findByRole('button', { name: 'Take theirs' }));
  expect(await part('Known limits')).toHaveValue('None.');
});
