// Lets reviews that were opened on this device open without a network: it keeps the code of the review page, and nothing
// of anybody's data (lib/deviceCopies.ts does that). The build puts the names of the files in (scripts/build.mjs).
const version = '__VERSION__';
const files = __FILES__;
const shell = '/shell';
const prefix = 'lectern-pages-';

self.addEventListener('install', (event) => {
  const wanted = [new Request(shell, { cache: 'no-store' }), ...files];
  event.waitUntil(caches.open(prefix + version).then((cache) => cache.addAll(wanted)));
});

// The version before is kept too, for tabs that are still open with it.
self.addEventListener('activate', (event) => {
  const clean = async () => {
    const ours = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== prefix + version);
    await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    const isReview = /^\/review\/\d+$/.test(pathname);
    event.respondWith(isReview ? page(request) : fetch(request).catch(offline));
  } else if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
});

/** From the server while there is one, so that nobody is left on an old version. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 502 || answer.status > 504) return answer;
    return (await kept(shell)) ?? answer;
  } catch (error) {
    const answer = await kept(shell);
    if (!answer) throw error;
    return answer;
  }
}

const escaped = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** In place of the browser's own page: what still opens here. Its words are all it needs. */
async function offline() {
  const reviews = await openedReviews().catch(() => []);
  const lines = reviews.map(
    ({ id, title }) => `<li><a href="/review/${id}">${title.replace(/[&<>"]/g, (sign) => escaped[sign])}</a></li>`,
  );
  const still =
    lines.length > 0 ? `<p>These reviews open without one, and keep what you do:</p><ul>${lines.join('')}</ul>` : '';
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No connection · Lectern</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:12vh auto;padding:0 1rem">
<main><h1 style="font-size:1.4rem">Lectern cannot be reached</h1><p>This page needs a connection. <a href="">Try again</a></p>${still}</main>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** Those that lib/deviceCopies.ts keeps, the last opened first. */
async function openedReviews() {
  const cache = await caches.open('lectern-reviews');
  const requests = (await cache.keys()).filter(({ url }) => /\/api\/v1\/reviews\/\d+\/$/.test(new URL(url).pathname));
  const infos = await Promise.all(requests.reverse().map(async (request) => (await cache.match(request)).json()));
  return infos.map(({ id, pair }) => ({ id: Number(id), title: String(pair.title) }));
}

/** Names of assets hold a hash: what is kept is what the server has. */
async function asset(request) {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request) {
  const now = await caches.open(prefix + version);
  return (await now.match(request, { ignoreVary: true })) ?? caches.match(request, { ignoreVary: true });
}
