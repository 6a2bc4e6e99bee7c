/** The REST contract in the shape that openapi-typescript writes; `npm run generate` replaces this file. */
import type * as T from './types';

interface Op<Answer, Body = never, Path = never, Query = never> {
  parameters: {
    query?: [Query] extends [never] ? never : Query;
    header?: never;
    path: [Path] extends [never] ? never : Path;
    cookie?: never;
  };
  requestBody: [Body] extends [never] ? never : { content: { 'application/json': Body } };
  responses: { 200: { content: { 'application/json': Answer } } };
}
interface Plain<Answer, Query = never> {
  parameters: { query?: [Query] extends [never] ? never : Query; header?: never; path?: never; cookie?: never };
  requestBody?: never;
  responses: { 200: { content: { 'application/json': Answer } } };
}
interface Post<Answer, Body> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never };
  requestBody: { content: { 'application/json': Body } };
  responses: { 201: { content: { 'application/json': Answer } } };
}
interface At<Answer, Path, Query = never> {
  parameters: { query?: [Query] extends [never] ? never : Query; header?: never; path: Path; cookie?: never };
  requestBody?: never;
  responses: { 200: { content: { 'application/json': Answer } } };
}
interface Paging {
  page?: number;
  page_size?: number;
}
interface Id {
  id: number;
}
interface Slug {
  slug: string;
}

export interface paths {
  '/api/v1/health/': { get: Plain<T.Health> };
  '/api/v1/session/': {
    get: Plain<T.Session>;
    post: Post<T.Session, { username: string; password: string }>;
    delete: Plain<undefined>;
  };
  '/api/v1/tokens/': { post: Plain<{ token: string }>; delete: Plain<undefined> };
  '/api/v1/projects/': {
    get: Plain<T.Page<T.Project>, Paging>;
    post: Post<T.Project, { name: string; description?: string }>;
  };
  '/api/v1/projects/{slug}/': {
    get: At<T.Project, Slug>;
    patch: Op<T.Project, Partial<Pick<T.Project, 'name' | 'description' | 'guidelines' | 'error_tags'>>, Slug>;
  };
  '/api/v1/projects/{slug}/members/': {
    get: At<T.Page<T.Member>, Slug, Paging>;
    post: Op<T.Member, { username: string; role: T.Role }, Slug>;
  };
  '/api/v1/projects/{slug}/members/{id}/': {
    patch: Op<T.Member, { role: T.Role }, Slug & Id>;
    delete: At<undefined, Slug & Id>;
  };
  '/api/v1/projects/{slug}/stages/': { get: At<T.Stages, Slug> };
  '/api/v1/projects/{slug}/gold/': {
    get: At<T.GoldPreview, Slug, { format?: string; test_set?: number; preview?: 1; reviews?: string }>;
  };
  '/api/v1/documents/': { get: Plain<T.Page<T.DocumentSummary>, Paging & { project: string; kind?: string }> };
  '/api/v1/documents/{id}/': { get: At<T.Document, Id> };
  '/api/v1/documents/{id}/units/': { get: At<T.DocumentUnits, Id> };
  '/api/v1/pairs/': {
    get: Plain<T.Page<T.Pair>, Paging & { project: string; search?: string }>;
    post: Post<T.Pair, { project: string; source: number; target: number; offline?: number; title?: string }>;
  };
  '/api/v1/pairs/{id}/': { get: At<T.PairDetail, Id> };
  '/api/v1/engines/': { get: Plain<T.Engine[], { pair: number }> };
  '/api/v1/runs/': {
    get: Plain<T.Page<T.Run>, Paging & { project: string }>;
    post: Post<T.Run, { pair: number; engine: string; options: Record<string, unknown> }>;
  };
  '/api/v1/runs/{id}/': { get: At<T.Run, Id> };
  '/api/v1/runs/{id}/cancel/': { post: At<T.Run, Id> };
  '/api/v1/runs/{id}/summary/': {
    get: At<T.Summary, Id, { n_sentences?: number; n_words?: number; ratio?: number }>;
  };
  '/api/v1/imports/{id}/': { get: At<T.ImportBatch, Id>; delete: At<undefined, Id> };
  '/api/v1/imports/{id}/files/{file}/': {
    patch: Op<T.ImportBatch, { format?: string; language?: string; include?: boolean }, Id & { file: number }>;
  };
  '/api/v1/imports/{id}/links/': { put: Op<T.ImportBatch, T.ImportLink[], Id> };
  '/api/v1/imports/{id}/commit/': { post: At<T.ImportBatch, Id> };
  '/api/v1/reviews/': {
    get: Plain<T.Page<T.Review>, Paging & { project: string; mine?: 1 }>;
    post: Post<T.Review, { pair: number; run?: number }>;
  };
  '/api/v1/reviews/{id}/': { get: At<T.Review, Id> };
  '/api/v1/reviews/{id}/content/': { get: At<T.ReviewContent, Id> };
  '/api/v1/reviews/{id}/operations/': {
    get: At<T.HistoryEntry[], Id, { row?: string }>;
    post: Op<T.OperationsResult, { operations: T.Operation[] }, Id>;
  };
  '/api/v1/reviews/{id}/return/': { post: Op<T.Review, { reason: string }, Id> };
  '/api/v1/invitations/': {
    get: Plain<T.Page<T.Invitation>, Paging & { project: string }>;
    post: Post<
      T.Invitation,
      { run: number; author_name: string; author_email?: string; n_sentences: number; closes_at: string | null }
    >;
  };
  '/api/v1/invitations/{id}/': {
    get: At<T.Invitation, Id>;
    patch: Op<T.Invitation, { closes_at?: string | null; revoked?: boolean }, Id>;
  };
  '/api/v1/rate/{token}/': {
    get: At<T.RateForm, { token: string }>;
    patch: Op<T.RateForm, T.RateAnswers, { token: string }>;
  };
  '/api/v1/rate/{token}/paper/': { get: At<T.RatePaper, { token: string }> };
  '/api/v1/test-sets/': {
    get: Plain<T.Page<T.TestSet>, Paging & { project: string }>;
    post: Post<T.TestSet, { project: string; name: string; description?: string; reviews: number[] }>;
  };
  '/api/v1/test-sets/{id}/': {
    patch: Op<T.TestSet, { name?: string; description?: string; reviews?: number[] }, Id>;
    delete: At<undefined, Id>;
  };
}
