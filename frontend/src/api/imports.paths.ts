import type { ImportBatch, ImportLink } from './types';

interface Bare<Path> {
  parameters: { query?: never; header?: never; path: Path; cookie?: never };
  requestBody?: never;
  responses: { 200: { content: { 'application/json': ImportBatch } } };
}
interface Verb<Path, Body> {
  parameters: { query?: never; header?: never; path: Path; cookie?: never };
  requestBody: { content: { 'application/json': Body } };
  responses: { 200: { content: { 'application/json': ImportBatch } } };
}
/** What a person says about a file. */
export interface FileChange {
  format?: string;
  language?: string;
  include?: boolean;
  /** Indices of what was left out and is wanted all the same. */
  put_back?: number[];
}
interface Id {
  id: number;
}

/** Imports, as the contract has them, until the schema does. */
export interface ImportPaths {
  '/api/v1/imports/': {
    post: {
      parameters: { query?: never; header?: never; path?: never; cookie?: never };
      requestBody: { content: { 'multipart/form-data': FormData } };
      responses: { 201: { content: { 'application/json': ImportBatch } } };
    };
  };
  '/api/v1/imports/{id}/files/': { post: Verb<Id, FormData> };
  '/api/v1/imports/{id}/': { get: Bare<Id>; delete: Bare<Id> };
  '/api/v1/imports/{id}/files/{file}/': {
    patch: Verb<Id & { file: number }, FileChange>;
  };
  '/api/v1/imports/{id}/links/': { put: Verb<Id, ImportLink[]> };
  '/api/v1/imports/{id}/commit/': { post: Bare<Id> };
}
