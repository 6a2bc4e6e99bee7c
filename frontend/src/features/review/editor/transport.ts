/** The review's requests. Everything else the editor knows comes from these. */

import { ApiError, api, take } from '@/api/client';
import type { Realignment } from '../model/realign';
import type { Content, HistoryEntry, Operation, OperationsAnswer, ReviewInfo } from '../model/types';

export interface Comment {
  id: number;
  row: string;
  text: string;
  mentions: readonly string[];
  author: { id: number; name: string } | null;
  created_at: string;
  resolved_at: string | null;
  resolved_by: { id: number; name: string } | null;
}

/**
 * What comes from somewhere on the way (a sign-in page of the network, half of an answer) says nothing of the edits: it
 * counts as no answer, and they are sent again.
 */
function unreadable(): ApiError {
  return new ApiError(0, 'no_answer', 'The server’s answer could not be read.');
}

async function told(asked: Promise<unknown>): Promise<OperationsAnswer> {
  let answer: Partial<OperationsAnswer> | null | undefined;
  try {
    answer = (await asked) as Partial<OperationsAnswer> | null | undefined;
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? unreadable() : error;
  }
  const lists = [answer?.results, answer?.rows, answer?.deleted];
  if (!answer?.review || !lists.every(Array.isArray)) throw unreadable();
  return answer as OperationsAnswer;
}

/** Paths by name: their answers are typed by the model, which is stricter than the schema. */
function loose(method: 'GET' | 'POST' | 'PATCH', path: string, init: object): Promise<unknown> {
  const call = api[method] as unknown as (path: string, init: object) => Promise<{ data?: unknown }>;
  return take(call(path, init));
}

export interface Transport {
  info(signal?: AbortSignal): Promise<ReviewInfo>;
  content(signal?: AbortSignal): Promise<Content>;
  /** What was done after a revision, by anyone. */
  changes(since: number, signal?: AbortSignal): Promise<OperationsAnswer>;
  /** `by`: who made them; the server takes them from nobody else. */
  send(operations: readonly Operation[], by: number, signal: AbortSignal): Promise<OperationsAnswer>;
  realign(): Promise<Realignment>;
  comments(signal?: AbortSignal): Promise<readonly Comment[]>;
  comment(row: string, text: string): Promise<Comment>;
  /** Resolves a comment and those before it on its row, or opens them again. */
  resolve(comment: number, resolved: boolean): Promise<unknown>;
  history(row: string, signal?: AbortSignal): Promise<readonly HistoryEntry[]>;
}

export function transportOf(id: number): Transport {
  const path = { id };
  return {
    info: (signal) =>
      take(api.GET('/api/v1/reviews/{id}/', { params: { path }, signal })) as unknown as Promise<ReviewInfo>,
    content: (signal) =>
      take(api.GET('/api/v1/reviews/{id}/content/', { params: { path }, signal })) as unknown as Promise<Content>,
    changes: (since, signal) =>
      told(take(api.GET('/api/v1/reviews/{id}/changes/', { params: { path, query: { since } }, signal }))),
    send: (operations, by, signal) =>
      told(
        take(
          api.POST('/api/v1/reviews/{id}/operations/', {
            params: { path },
            body: { operations: operations as never, by },
            signal,
          }),
        ),
      ),
    realign: () => loose('POST', '/api/v1/reviews/{id}/realign/', { params: { path } }) as Promise<Realignment>,
    comments: (signal) =>
      loose('GET', '/api/v1/reviews/{id}/comments/', { params: { path }, signal }) as Promise<readonly Comment[]>,
    comment: (row, text) =>
      loose('POST', '/api/v1/reviews/{id}/comments/', { params: { path }, body: { row, text } }) as Promise<Comment>,
    resolve: (comment, resolved) =>
      loose('PATCH', '/api/v1/comments/{id}/', { params: { path: { id: comment } }, body: { resolved } }),
    history: async (row, signal) => {
      const answer: unknown = await take(
        api.GET('/api/v1/reviews/{id}/operations/', { params: { path, query: { row } }, signal } as never),
      );
      const page = answer as readonly HistoryEntry[] | { results: readonly HistoryEntry[] };
      return 'results' in page ? page.results : page;
    },
  };
}
