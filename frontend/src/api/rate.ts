import { api, take } from './client';
import type { RateAnswers } from './types';

/** The author's form behind a signed link; no account. */
export const getRateForm = (token: string, signal?: AbortSignal) =>
  take(api.GET('/api/v1/rate/{token}/', { params: { path: { token } }, signal }));

export const sendRateAnswers = (token: string, body: RateAnswers) =>
  take(api.PATCH('/api/v1/rate/{token}/', { params: { path: { token } }, body }));

export const getRatePaper = (token: string, signal?: AbortSignal) =>
  take(api.GET('/api/v1/rate/{token}/paper/', { params: { path: { token } }, signal }));
