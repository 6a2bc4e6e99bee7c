import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { asCurl, laidOut } from './curl';
import { WebhooksPage } from './WebhooksPage';

const at = '2026-11-20T12:00:00Z';
const webhook = (over: object = {}) => ({
  id: 3,
  name: 'gpu-queue',
  url: 'https://gpu.example.org/lectern',
  events: ['run.finished'],
  is_on: true,
  off_reason: '',
  failing_since: null,
  last_success_at: at,
  replaced_at: null,
  created_at: at,
  n_delivered: 12,
  n_failed: 2,
  n_retrying: 0,
  next_try_at: null,
  ...over,
});
const delivery = {
  id: 5,
  message_id: 'msg_1',
  event: 'run.finished',
  state: 'failed',
  tries: 5,
  next_try_at: null,
  status: 503,
  took_ms: 200,
  error: '503 Service Unavailable',
  created_at: at,
  finished_at: at,
};
const detail = {
  ...delivery,
  body: '{"type":"run.finished"}',
  request: 'POST /lectern HTTP/1.1\nHost: gpu.example.org\nwebhook-id: msg_1\nContent-Length: 23',
  response: 'HTTP/1.1 503 Service Unavailable\n\nbusy',
};
let webhooks = [webhook()];
let sent: [string, unknown][] = [];

beforeEach(() => {
  webhooks = [webhook()];
  sent = [];
  const keep =
    (answer: () => object, status = 200) =>
    async ({ request }: { request: Request }) => {
      sent.push([
        `${request.method} ${new URL(request.url).pathname.split('/webhooks/')[1]}`,
        await request.json().catch(() => null),
      ]);
      return HttpResponse.json(answer(), { status });
    };
  const address = '*/api/v1/projects/harbour/webhooks/';
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project())),
    http.get(address, () =>
      HttpResponse.json({
        webhooks,
        events: [
          { key: 'run.finished', label: 'a run finished' },
          { key: 'run.failed', label: 'a run failed' },
        ],
        tries: '5 tries: at once, then after 1, 5, 30 and 120 min',
      }),
    ),
    http.get(`${address}:id/deliveries/`, () => HttpResponse.json({ results: [delivery], next: null })),
    http.get(`${address}:id/deliveries/5/`, () => HttpResponse.json(detail)),
    http.post(
      address,
      keep(() => {
        webhooks = [webhook(), webhook({ id: 4, name: 'bot' })];
        return { ...webhook({ id: 4, name: 'bot' }), secret: 'whsec_c2VjcmV0' };
      }, 201),
    ),
    http.patch(
      `${address}3/`,
      keep(() => {
        webhooks = [webhook({ is_on: true })];
        return webhook();
      }),
    ),
    http.post(
      `${address}3/resend/`,
      keep(() => ({ n: 2 })),
    ),
    http.post(
      `${address}3/deliveries/5/resend/`,
      keep(() => detail),
    ),
  );
});

const open = () => renderAt('/p/harbour/settings/webhooks', '/p/:slug/settings/webhooks', <WebhooksPage tabs={null} />);

describe('webhooks', () => {
  it('shows the secret of a new one once', async () => {
    webhooks = [];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
    const submit = screen.getByRole('button', { name: 'Add webhook' });
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'bot');
    await user.type(screen.getByRole('textbox', { name: /Address/ }), 'https://example.org/');
    expect(submit).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'a run failed' }));
    await user.click(submit);
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeInTheDocument();
    expect(sent).toEqual([['POST ', { name: 'bot', url: 'https://example.org/', events: ['run.failed'] }]]);
    await user.click(screen.getByRole('link', { name: /gpu-queue/ }));
    expect(screen.queryByText('whsec_c2VjcmV0')).not.toBeInTheDocument();
  });

  it('says what the server refuses at its field', async () => {
    server.use(
      http.post('*/api/v1/projects/harbour/webhooks/', () =>
        HttpResponse.json(
          {
            code: 'invalid',
            detail: '10.0.0.1 is not a public address.',
            errors: [{ field: 'url', message: '10.0.0.1 is not a public address.' }],
          },
          { status: 400 },
        ),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
    await user.type(screen.getByRole('textbox', { name: /Name/ }), 'bot');
    await user.type(screen.getByRole('textbox', { name: /Address/ }), 'https://10.0.0.1/');
    await user.click(screen.getByRole('checkbox', { name: 'a run failed' }));
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /Address/ })).toHaveAccessibleDescription(/not a public address/),
    );
  });

  it('shows a delivery as it was sent, and sends it again', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'run.finished' }));
    expect(await screen.findByText(/webhook-id: msg_1/)).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Answer' }));
    expect(screen.getByText(/busy/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Resend run.finished of/ }));
    await waitFor(() => expect(sent.map(([what]) => what)).toEqual(['POST 3/deliveries/5/resend/']));
  });

  it('turns one on that was turned off, and sends what failed', async () => {
    webhooks = [webhook({ is_on: false, off_reason: 'No delivery succeeded in 24 hours.' })];
    const { user } = open();
    expect(await screen.findAllByText(/No delivery succeeded in 24 hours/)).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Turn on and send 2' }));
    await waitFor(() =>
      expect(sent).toEqual([
        ['PATCH 3/', { is_on: true }],
        ['POST 3/resend/', null],
      ]),
    );
  });

  it('keeps the page where it is scrolled to when one is chosen', async () => {
    webhooks = [webhook(), webhook({ id: 4, name: 'bot' })];
    const { user, router } = open();
    await user.click(await screen.findByRole('link', { name: /bot/ }));
    expect(router.state.location.search).toBe('?webhook=4');
    expect(router.state.preventScrollReset).toBe(true);
  });

  it('says so where there are none', async () => {
    webhooks = [];
    open();
    expect(await screen.findByText(/No webhooks yet/)).toBeInTheDocument();
  });
});

describe('a request as a command', () => {
  it('has the headers that count and quotes what a shell would read', () => {
    expect(asCurl('https://x.org/?a=1', { request: detail.request, body: `{"a":"it's"}` })).toBe(
      `curl \\\n  -H 'webhook-id: msg_1' \\\n  --data-binary '{"a":"it'\\''s"}' \\\n  'https://x.org/?a=1'`,
    );
  });

  it('leaves alone what is no JSON', () => {
    expect(laidOut('{')).toBe('{');
    expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  });
});
