import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { server } from '@/test/server';
import { drawRows, openReview } from '../testing/desk';
import { uuid } from '../testing/sample';

drawRows();

const submit = '{Control>}{Shift>}{Enter}{/Shift}{/Control}';

it('shows what was found before submitting, and offers the next pair', async () => {
  server.use(
    http.get('*/api/v1/reviews/:id/next/', () =>
      HttpResponse.json({ next: { pair: 4, title: 'The harbour', review: 8, is_queued: false } }),
    ),
  );
  const desk = await openReview();
  await desk.press('{Control>}a{Enter}{/Control}');
  await desk.dialog('Accept many rows');
  await desk.press('{Enter}');
  await desk.saved(1);
  await desk.goTo(2);
  await desk.press('t');
  await desk.saved(2);
  await desk.press(submit);
  const finding = await screen.findByRole('button', { name: /good_mt not set: 1, 3, 4, 7, 8, 9 and 3 more/ });
  await desk.user.click(finding);
  expect(desk.number).toBe(1);
  expect(desk.server.doc.state).toBe('open');
  await desk.user.click(screen.getByRole('button', { name: /^Submit with 9 findings/ }));
  expect(await screen.findByText('Submitted.')).toBeVisible();
  expect(await screen.findByText('The harbour')).toBeVisible();
  await desk.user.click(screen.getByRole('button', { name: 'Continue it' }));
  await waitFor(() => expect(globalThis.location.pathname).toBe('/review/8'));
});

it('offers the tour once, which takes no key', async () => {
  const desk = await openReview();
  const offer = screen.getByRole('button', { name: 'Two-minute tour' });
  await desk.press('j');
  expect(desk.number).toBe(2);
  await desk.user.click(offer);
  expect(await screen.findByText(/^A row is a link/)).toBeVisible();
  await desk.press('a', '{Shift>}j{/Shift}');
  await desk.user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Chips can be moved')).toBeVisible();
  await desk.press('{Escape}');
  await waitFor(() => expect(screen.queryByText('Chips can be moved')).toBeNull());
  await desk.saved(0);
  await waitFor(() => expect(desk.row(2)).toHaveFocus());
  await desk.press('j');
  expect(desk.number).toBe(3);
  desk.leave();
  await openReview();
  expect(screen.queryByRole('button', { name: 'Two-minute tour' })).toBeNull();
});

it('keeps a key of one’s own', async () => {
  const desk = await openReview();
  await desk.press('?');
  await desk.user.click(await screen.findByRole('button', { name: 'Change keys' }));
  const change = screen.getByRole('button', { name: 'Change the key of flag' });
  await desk.user.click(change);
  await desk.press('m');
  expect(screen.getByText(/has this key/)).toBeVisible();
  await desk.press('`');
  expect(change).toHaveTextContent('`');
  await desk.press('{Escape}');
  desk.leave();
  const again = await openReview();
  await again.press('`');
  await again.saved(1);
  expect(again.server.rows([uuid(1)])[0]?.flagged).toBe(true);
});
