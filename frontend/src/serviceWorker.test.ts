/** The service worker as the build makes it, in a world of its own: what pages get while there is no network. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { cacheName } from './lib/deviceCopies';

type Listener = (event: { request: unknown; respondWith: (answer: Promise<Response>) => void }) => void;

const source = readFileSync(resolve(import.meta.dirname, 'serviceWorker.js'), 'utf8')
  .replace('__VERSION__', 'test')
  .replace('__FILES__', '[]');

/** `copies`: what the device keeps, by address. */
async function visited(pathname: string, copies: Readonly<Record<string, unknown>> = {}): Promise<string | null> {
  const listeners = new Map<string, Listener>();
  const self = { addEventListener: (name: string, listener: Listener) => listeners.set(name, listener) };
  const cache = {
    keys: async () => Object.keys(copies).map((address) => ({ url: `https://lectern.test${address}` })),
    match: async ({ url }: { url: string }) => ({ json: async () => copies[new URL(url).pathname] }),
  };
  const caches = { open: async (name: string) => (name === cacheName ? cache : { keys: async () => [] }) };
  const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
  new Function('self', 'caches', 'fetch', 'location', source)(self, caches, noNetwork, {
    origin: 'https://lectern.test',
  });
  let answer: Promise<Response> | null = null;
  const request = { url: `https://lectern.test${pathname}`, method: 'GET', mode: 'navigate' };
  listeners.get('fetch')?.({ request, respondWith: (given) => (answer = given) });
  const response = answer === null ? null : await (answer as Promise<Response>);
  return response?.text() ?? null;
}

it('says that there is no connection, instead of the browser, and which reviews open without one', async () => {
  const html = await visited('/p/harbour/pairs', {
    '/api/v1/reviews/7/': { id: 7, pair: { title: 'The <tide> ledger' } },
    '/api/v1/reviews/7/content/': {},
    '/api/v1/reviews/9/': { id: 9, pair: { title: 'Fog' } },
  });
  expect(html).toContain('Lectern cannot be reached');
  expect(html).toContain(
    '<li><a href="/review/9">Fog</a></li><li><a href="/review/7">The &lt;tide&gt; ledger</a></li>',
  );
});

it('says so where the device keeps none', async () => {
  expect(await visited('/')).toContain('This page needs a connection');
  expect(await visited('/')).not.toContain('These reviews');
});
