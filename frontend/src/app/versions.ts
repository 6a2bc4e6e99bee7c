/**
 * The service worker that lets reviews open without a network, and the version of the pages it stands for. A new version
 * is fetched in the background; it takes over when the person says so, or when all tabs of the old one are closed.
 */

/** How often a page that stays open asks whether there is a newer version, at most. */
const askEveryMilliseconds = 3_600_000;

let registration: ServiceWorkerRegistration | null = null;
let isReady = false;
let checkedAt = 0;
const listeners = new Set<() => void>();

function ready(): void {
  isReady = true;
  for (const listener of listeners) listener();
}

function watch(watched: ServiceWorkerRegistration): void {
  if (registration) return;
  registration = watched;
  checkedAt = Date.now();
  const { controller } = navigator.serviceWorker;
  if (watched.waiting && controller) ready();
  watched.addEventListener('updatefound', () => {
    const worker = watched.installing;
    worker?.addEventListener('statechange', () => {
      // Without a controller it is the first one, and this page is of its version.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) ready();
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < askEveryMilliseconds) return;
    checkedAt = Date.now();
    watched.update().catch(() => undefined);
  });
}

/** Once a review has been opened; not in development, where nothing has a version. */
export function keepReviewPage(): void {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  // The files are in the browser's cache by now; other requests go first.
  navigator.serviceWorker.register('/service-worker.js').then(watch, () => undefined);
}

export function watchVersions(listener: () => void): () => void {
  listeners.add(listener);
  if ('serviceWorker' in navigator && !registration) {
    navigator.serviceWorker.getRegistration?.().then(
      (registration) => registration && watch(registration),
      () => undefined,
    );
  }
  return () => listeners.delete(listener);
}

export const newVersionIsReady = (): boolean => isReady;

/** Opens the same address with the new version. */
export function takeNewVersion(): void {
  const reload = () => globalThis.location.reload();
  const waiting = registration?.waiting;
  if (!waiting) {
    reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
  waiting.postMessage('take over');
}
