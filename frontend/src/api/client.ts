import createClient, { type Middleware } from 'openapi-fetch';
import { firstAnswer } from './firstAnswers';
import type { paths } from './schema';
import type { Answer } from './types';

/** One fault the server names: a place in a file or a field of a form. */
export interface ApiFault {
  message: string;
  field?: string;
  file?: string;
  line?: number | null;
  column?: number | null;
  expected?: string;
  text?: string;
}

/**
 * A request that did not succeed. `status` is 0 when no answer came at all. `code` is the server's word for the kind
 * of failure (`conflict`, `invalid_operation`, `not_authenticated`, ...), `body` its whole answer.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: ApiFault[] = [],
    readonly body: unknown = null,
  ) {
    super(message);
  }

  /** Nothing wrong with the request itself: the same one may succeed later. */
  get transient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }

  get signedOut(): boolean {
    return this.status === 401 || this.code === 'not_authenticated';
  }

  /** The message for one field of a form, or undefined. */
  field(name: string): string | undefined {
    return this.errors.find((fault) => fault.field === name)?.message;
  }
}

function cookie(name: string): string | null {
  const entry = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return entry ? decodeURIComponent(entry.slice(name.length + 1)) : null;
}

export async function toError(response: Response): Promise<ApiError> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!type.includes('json')) {
    return new ApiError(response.status, 'no_json', `The server returned error ${response.status}.`);
  }
  const body: unknown = await response.json().catch(() => null);
  const { code, detail, errors } = (body ?? {}) as { code?: string; detail?: string; errors?: ApiFault[] };
  return new ApiError(
    response.status,
    code ?? 'error',
    detail ?? `The server returned error ${response.status}.`,
    Array.isArray(errors) ? errors : [],
    body,
  );
}

/** What a request that changes something has to carry. */
export function headersOf(): Record<string, string> {
  const token = cookie('csrftoken');
  return token ? { 'X-CSRFToken': token } : {};
}

/**
 * What the server last said at addresses that pages ask again and again, with its tag: as long as nothing is new, the
 * next answer is 304 and this is what it stands for. In memory only, and only the last few.
 */
const known = new Map<string, { tag: string; body: string }>();
const mostKnown = 20;

function remember(url: string, tag: string, body: string) {
  known.delete(url);
  known.set(url, { tag, body });
  const oldest = known.keys().next().value;
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
}

/** For when somebody else may be next at this browser. */
export function forgetAnswers() {
  known.clear();
}

const guard: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET' || request.method === 'HEAD') {
      const kept = known.get(request.url);
      if (kept) request.headers.set('If-None-Match', kept.tag);
      return request;
    }
    for (const [name, value] of Object.entries(headersOf())) request.headers.set(name, value);
    return request;
  },
  async onResponse({ request, response }) {
    if (response.status === 304) {
      const kept = known.get(request.url);
      if (kept) return new Response(kept.body, { headers: { 'Content-Type': 'application/json' } });
      throw new ApiError(0, 'no_answer', 'The server didn’t respond.');
    }
    if (!response.ok) throw await toError(response);
    const tag = response.headers.get('ETag');
    if (tag && request.method === 'GET') remember(request.url, tag, await response.clone().text());
    return undefined;
  },
  onError({ error }) {
    if (error instanceof ApiError) return error;
    if (error instanceof DOMException && error.name === 'AbortError') return error;
    return new ApiError(0, 'no_answer', 'The server didn’t respond.');
  },
};

/** Looked up at each call, so that tests can replace it after this module is loaded. */
export const send = async (request: Request) => firstAnswer(request) ?? globalThis.fetch(request);

/**
 * The REST API, typed from its OpenAPI schema. Every failure is thrown as ApiError, so an answer always has data:
 * `const { data } = await api.GET('/api/v1/projects/{slug}/', { params: { path: { slug } } })`.
 */
export const api = createClient<paths>({
  baseUrl: globalThis.location?.origin ?? 'http://localhost',
  credentials: 'same-origin',
  fetch: send,
});
api.use(guard);

/** The data of an answer; failures have been thrown by then. */
export async function take<T>(answer: Promise<{ data?: T }>): Promise<Answer<T>> {
  return (await answer).data as Answer<T>;
}
