import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { ines, page, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { PresetsPage } from './PresetsPage';

const at = '2026-11-20T12:00:00Z';
const preset = (over: object = {}) => ({
  id: 3,
  project: 'harbour',
  name: 'Tuned on 20 November 2026',
  engine: 'talksumm',
  engine_label: 'TalkSumm HMM',
  options: { lambda: 0.8, gamma: 0.4 },
  is_default: true,
  provenance: { tuning: 1, at, n_talks: 24, f1: 0.712, current_f1: 0.683, low: 0.012, high: 0.044 },
  created_by: ines,
  created_at: at,
  ...over,
});
let sent: [string, unknown][] = [];

beforeEach(() => {
  sent = [];
  const keep = async ({ request }: { request: Request }) => {
    sent.push([`${request.method} ${new URL(request.url).pathname}`, await request.json().catch(() => null)]);
    return request.method === 'DELETE' ? new HttpResponse(null, { status: 204 }) : HttpResponse.json(preset());
  };
  server.use(
    http.get('/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get('/api/v1/presets/', () => HttpResponse.json(page([preset()]))),
    http.patch('/api/v1/presets/3/', keep),
    http.delete('/api/v1/presets/3/', keep),
  );
});

it('says what a preset is, where it comes from, and that new runs use it', async () => {
  renderAt('/p/harbour/settings/presets', '/p/:slug/settings/presets', <PresetsPage tabs={null} />);
  await screen.findByText('Tuned on 20 November 2026');
  expect(screen.getByText('TalkSumm HMM: lambda 0.8, gamma 0.4')).toBeVisible();
  expect(screen.getByText(/on 24 talks: link F1 .712 on held-out talks, .683 before/)).toBeVisible();
  expect(screen.getByText('New runs use it')).toBeVisible();
});

it('stops using a preset, renames it, and asks before deleting it', async () => {
  const { user } = renderAt('/p/harbour/settings/presets', '/p/:slug/settings/presets', <PresetsPage tabs={null} />);
  await user.click(await screen.findByRole('button', { name: 'Stop using' }));
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Ours');
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await user.click(await screen.findByRole('button', { name: /^Delete/ }));
  expect(screen.getByText('New runs go back to what they used before it.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete preset' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['PATCH /api/v1/presets/3/', { is_default: false }],
      ['PATCH /api/v1/presets/3/', { name: 'Ours' }],
      ['DELETE /api/v1/presets/3/', null],
    ]),
  );
});

it('says how presets come about where there is none, and offers viewers no change', async () => {
  server.use(http.get('/api/v1/presets/', () => HttpResponse.json(page([]))));
  renderAt('/p/harbour/settings/presets', '/p/:slug/settings/presets', <PresetsPage tabs={null} />);
  expect(await screen.findByText(/No presets yet/)).toBeVisible();
});
