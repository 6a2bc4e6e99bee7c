import { api, take } from '@/api/client';
import type { RateAnswers } from '@/api/types';

/** A language for what the server says in it; null for that of the invitation. */
const inLanguage = (language: string | null) => (language === null ? {} : { query: { language } });

/** The author's form behind a signed link; no account. */
export const getRateForm = (token: string, language: string | null, signal?: AbortSignal) =>
  take(api.GET('/api/v1/rate/{token}/', { params: { path: { token }, ...inLanguage(language) }, signal }));

export const sendRateAnswers = (token: string, language: string | null, body: RateAnswers) =>
  take(api.PATCH('/api/v1/rate/{token}/', { params: { path: { token }, ...inLanguage(language) }, body }));

export const getRatePaper = (token: string, signal?: AbortSignal) =>
  take(api.GET('/api/v1/rate/{token}/paper/', { params: { path: { token } }, signal }));
