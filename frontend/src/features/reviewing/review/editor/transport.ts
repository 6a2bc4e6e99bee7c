/** The review's requests. Everything else the editor knows comes from these. */

import { ApiError, api, send, take } from '@/api/client';
import type { components } from '@/api/schema';
import { keepCopy } from '@/lib/deviceCopies';
import type { Term } from '../model/glossary';
import type {
  Comment,
  Concordance,
  Content,
  Correction,
  HistoryEntry,
  MatchedWords,
  Memory,
  Operation,
  OperationsAnswer,
  Realignment,
  ReviewInfo,
} from '../model/types';

/**
 * An answer from somewhere on the way (a network's sign-in page, a truncated answer) tells nothing about the edits: it
 * counts as no answer, and they are sent again.
 */
function unreadable(): ApiError {
  return new ApiError(0, 'no_answer', 'The server’s answer could not be read.');
}

async function data<T>(request: Promise<{ data?: T }>): Promise<T> {
  const { data } = await request;
  if (data === undefined) throw unreadable();
  return data;
}

async function outcome(request: Promise<OperationsAnswer>): Promise<OperationsAnswer> {
  let answer: Partial<OperationsAnswer> | null | undefined;
  try {
    answer = await request;
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? unreadable() : error;
  }
  // The schema describes the server's answers, but something else may have answered here.
  const { results, rows, deleted, review } = answer ?? {};
  if (!review || ![results, rows, deleted].every(Array.isArray)) throw unreadable();
  return answer as OperationsAnswer;
}

export interface Transport {
  info(signal?: AbortSignal): Promise<ReviewInfo>;
  content(signal?: AbortSignal): Promise<Content>;
  /** All changes after a revision, by anyone. */
  changes(since: number, signal?: AbortSignal): Promise<OperationsAnswer>;
  /** `by`: the person who made them; the server refuses them from anybody else. */
  send(operations: readonly Operation[], by: number, signal: AbortSignal): Promise<OperationsAnswer>;
  /** `tell` hears how far it is where it takes long; `signal` cancels it. */
  realign(report: (doing: Doing) => void, signal: AbortSignal): Promise<Realignment>;
  comments(signal?: AbortSignal): Promise<readonly Comment[]>;
  comment(row: string, text: string): Promise<Comment>;
  /** Resolves a comment and those before it on its row, or opens them again. */
  resolve(comment: number, resolved: boolean): Promise<unknown>;
  /** The terms of a project's glossary that apply to texts in two languages. */
  terms(project: string, languages: { source: string; target: string }): Promise<readonly Term[]>;
  /** What was done to a row, newest first, `historyPage` entries at a time. before: the last sequence number known. */
  history(row: string, before?: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
  /** Accepted rows of the project that hold a text; `after` is `next` of the answer before. */
  concordance(project: string, text: string, after?: string, signal?: AbortSignal): Promise<Concordance>;
  /** Of both texts, with those withdrawn; as the others below, which change one. */
  corrections(signal?: AbortSignal): Promise<readonly Correction[]>;
  correct(
    correction: Pick<Correction, 'side' | 'unit' | 'start' | 'end' | 'text'> & { replaces: number[] },
  ): Promise<readonly Correction[]>;
  withdraw(correction: number): Promise<readonly Correction[]>;
  /** Ids of the chips that people have marked as key sentences, or unmarked, one by one. */
  keySentencesByHand(): Promise<readonly string[]>;
  /** What rows with the same source as this one were translated as. */
  memory(row: string, signal?: AbortSignal): Promise<Memory>;
  /** The words of a row that its engine takes for translations of each other. */
  matchedWords(row: string, signal?: AbortSignal): Promise<MatchedWords>;
}

/** How many entries of a row's history the server gives at once: fewer are the last. */
export const historyPage = 50;

/** The answer goes to the page and, as it comes, to this device (copies.ts). */
async function kept(request: Request): Promise<Response> {
  const response = await send(request);
  if (response.ok) void keepCopy(new URL(request.url).pathname, response.clone());
  return response;
}

export function transportOf(id: number): Transport {
  const path = { id };
  return {
    info: (signal) => take(api.GET('/api/v1/reviews/{id}/', { params: { path }, signal, fetch: kept })),
    content: (signal) => take(api.GET('/api/v1/reviews/{id}/content/', { params: { path }, signal, fetch: kept })),
    changes: (since, signal) =>
      outcome(data(api.GET('/api/v1/reviews/{id}/changes/', { params: { path, query: { since } }, signal }))),
    send: (operations, by, signal) => {
      const body = { operations: [...operations], by };
      return outcome(data(api.POST('/api/v1/reviews/{id}/operations/', { params: { path }, body, signal })));
    },
    realign: (report, signal) => askRealignment(id, report, signal),
    comments: (signal) => data(api.GET('/api/v1/reviews/{id}/comments/', { params: { path }, signal })),
    comment: (row, text) => data(api.POST('/api/v1/reviews/{id}/comments/', { params: { path }, body: { row, text } })),
    resolve: (comment, resolved) =>
      data(api.PATCH('/api/v1/comments/{id}/', { params: { path: { id: comment } }, body: { resolved } })),
    terms: async (slug, query) => {
      const path = { project_slug: slug };
      return (await take(api.GET('/api/v1/projects/{project_slug}/glossary/terms/', { params: { path, query } })))
        .terms;
    },
    history: (row, before, signal) =>
      data(
        api.GET('/api/v1/reviews/{id}/operations/', {
          params: { path, query: before === undefined ? { row } : { row, before } },
          signal,
        }),
      ),
    concordance: (project_slug, text, after, signal) =>
      data(
        api.GET('/api/v1/projects/{project_slug}/concordance/', {
          params: { path: { project_slug }, query: after === undefined ? { q: text } : { q: text, after } },
          signal,
        }),
      ),
    corrections: (signal) => data(api.GET('/api/v1/reviews/{id}/corrections/', { params: { path }, signal })),
    correct: (body) => data(api.POST('/api/v1/reviews/{id}/corrections/', { params: { path }, body })),
    withdraw: (correction) =>
      data(
        api.DELETE('/api/v1/reviews/{id}/corrections/{correction}/', {
          params: { path: { id, correction: String(correction) } },
        }),
      ),
    keySentencesByHand: async () =>
      (await take(api.GET('/api/v1/reviews/{id}/key-sentences/', { params: { path } }))).by_hand,
    memory: (row, signal) =>
      data(api.GET('/api/v1/reviews/{id}/memory/', { params: { path, query: { row } }, signal })),
    matchedWords: (row, signal) =>
      data(api.GET('/api/v1/reviews/{id}/matched-words/', { params: { path, query: { row } }, signal })),
  };
}

type Work = Omit<components['schemas']['RealignmentWork'], 'result'> & { readonly result: Realignment | null };
/** How far a worker is, from 0 to 1, and with what. */
export type Doing = Pick<Work, 'progress' | 'message'>;

/** Milliseconds between two questions: the first soon, as most are answered in seconds. */
const FIRST = 300;
const LATEST = 2000;

type Answer = Realignment | Work;

/** `tell` hears how far a worker is; `signal` cancels its work. */
export async function askRealignment(id: number, report: (doing: Doing) => void, signal: AbortSignal) {
  const { data } = await api.POST('/api/v1/reviews/{id}/realign/', { params: { path: { id } }, signal });
  const answer = data as Answer | undefined;
  if (answer && 'proposals' in answer) return answer;
  if (!answer) throw new Error('The engine did not answer.');
  return followed(id, answer, report, signal);
}

async function followed(id: number, first: Work, report: (doing: Doing) => void, signal: AbortSignal) {
  const params = { path: { id, realignment: String(first.id) } };
  const cancel = () => {
    // Whether it still goes on or has just ended, nobody waits for it any more.
    api.DELETE('/api/v1/reviews/{id}/realignments/{realignment}/', { params }).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (let work = first, pause = FIRST; ; pause = Math.min(2 * pause, LATEST)) {
      if (work.result) return work.result;
      if (work.state === 'failed' || work.state === 'cancelled')
        throw new Error(work.error || 'The realignment was cancelled.');
      report(work);
      await wait(pause, signal);
      const { data } = await api.GET('/api/v1/reviews/{id}/realignments/{realignment}/', { params, signal });
      work = (data as Work | undefined) ?? work;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
