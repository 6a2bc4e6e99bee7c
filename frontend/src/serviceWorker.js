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
    if (/^\/review\/\d+$/.test(pathname)) event.respondWith(page(request));
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

/** Names of assets hold a hash: what is kept is what the server has. */
async function asset(request) {
  return (await kept(request)) ?? fetch(request);
}

async function kept(request) {
  const now = await caches.open(prefix + version);
  return (await now.match(request, { ignoreVary: true })) ?? caches.match(request, { ignoreVary: true });
}
