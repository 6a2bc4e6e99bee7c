import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { Project, Thresholds } from '@/api/types';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { SettingsPage } from './SettingsPage';

const none = { cost_most: 1, alpha_least: 0, gamma_least: 0, gamma_most: null, eta_least: null, score_least: 0 };
const learned = {
  n_rows: 40,
  precision: 1,
  recall: 1,
  f1: 1,
  f1_before: 0.75,
  note: 'Learned from 40 reviewed rows.',
  before: none,
  after: { ...none, alpha_least: 0.3875 },
  changed: true,
};
const proposal = {
  fingerprint: 'abc',
  taken: false,
  project: learned,
  talks: [{ ...learned, pair: 7, title: 'Tides', own: false, n_links: 50, n_dropped_before: 0, n_dropped_after: 16 }],
};

function serve(over: Partial<Project> = {}, stored: Thresholds = {}) {
  const state = { stored, patched: null as unknown, taken: [] as unknown[] };
  server.use(
    http.get('*/api/v1/projects/harbour/', () =>
      HttpResponse.json({ ...project(over), filter_thresholds: state.stored }),
    ),
    http.get('*/api/v1/tokens/', () => HttpResponse.json([])),
    http.patch('*/api/v1/projects/harbour/', async ({ request }) => {
      const body = (await request.json()) as { filter_thresholds: Thresholds };
      state.patched = body;
      if ((body.filter_thresholds.gamma_least ?? 0) > 2) {
        const errors = [{ field: 'filter_thresholds.gamma_least', message: 'is 3, above gamma_most, 2' }];
        return HttpResponse.json({ code: 'invalid', detail: 'It makes no sense.', errors }, { status: 400 });
      }
      state.stored = body.filter_thresholds;
      return HttpResponse.json({ ...project(over), filter_thresholds: state.stored });
    }),
    http.post('*/api/v1/projects/harbour/fit-thresholds/', async ({ request }) => {
      const { take } = (await request.json()) as { take?: string };
      if (take === undefined) return HttpResponse.json(proposal);
      state.taken.push(take);
      state.stored = { alpha_least: 0.3875 };
      return HttpResponse.json({ ...proposal, taken: true });
    }),
  );
  return state;
}

const open = () => renderAt('/p/harbour/settings', '/p/:slug/settings', <SettingsPage tabs={null} />);

describe('filters', () => {
  it('are set field by field, and an error is shown at its field', async () => {
    const state = serve();
    const { user } = open();
    const least = await screen.findByRole('textbox', { name: /Minimum length γ/ });
    await user.type(least, '3');
    await user.click(screen.getByRole('button', { name: 'Save thresholds' }));
    await waitFor(() => expect(least).toHaveAccessibleDescription(/above gamma_most/));
    await user.clear(least);
    await user.type(screen.getByRole('textbox', { name: /Minimum content words/ }), '0.4');
    await user.click(screen.getByRole('button', { name: 'Save thresholds' }));
    await waitFor(() => expect(state.patched).toEqual({ filter_thresholds: { alpha_least: 0.4 } }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save thresholds' })).toBeDisabled());
  });

  it('are suggested, looked at and used', async () => {
    const state = serve({ role: 'admin' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Suggest from reviewed rows' }));
    const table = await screen.findByRole('group', { name: 'Suggested thresholds' });
    const talk = within(table).getByRole('row', { name: /Tides/ });
    expect(talk).toHaveTextContent('Minimum content words α: 0 → 0.388');
    expect(talk).toHaveTextContent('0 → 16 of 50');
    expect(state.taken).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use these thresholds' }));
    await screen.findByText('Thresholds saved.');
    expect(state.taken).toEqual(['abc']);
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Minimum content words/ })).toHaveValue('0.3875'));
  });

  it('are read only for annotators, who get no suggestions either', async () => {
    serve({ role: 'annotator' }, { alpha_least: 0.4 });
    open();
    expect(await screen.findByText('0.4')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Suggest|Save thresholds/ })).not.toBeInTheDocument();
  });
});
