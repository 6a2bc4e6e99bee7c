import type { RateAnswers, RateForm, RateSentence } from '@/api/types';

/** What the author has answered and the server has not acknowledged. A missing key is not pending. */
export interface Pending {
  answers: Record<string, boolean | null>;
  score?: number;
  comment?: string;
  finished?: boolean;
}

export const nothingPending: Pending = { answers: {} };

/** How many things are pending: each answer, the rating, the comment, the sending. */
export function pendingCount(pending: Pending): number {
  const others = [pending.score, pending.comment, pending.finished].filter((value) => value !== undefined);
  return Object.keys(pending.answers).length + others.length;
}

/** The form as the author sees it: the server's, with pending laid over it. */
export function withPending(form: RateForm, pending: Pending): RateForm {
  return {
    ...form,
    sentences: form.sentences.map((sentence) => {
      const answer = pending.answers[sentence.id];
      return answer === undefined ? sentence : { ...sentence, answer };
    }),
    score: pending.score ?? form.score,
    comment: pending.comment ?? form.comment,
  };
}

/** Pending without what was acknowledged; a value that changed while it was under way stays pending. */
export function acknowledged(pending: Pending, sent: Pending): Pending {
  const answers = Object.fromEntries(
    Object.entries(pending.answers).filter(([id, answer]) => !(id in sent.answers) || sent.answers[id] !== answer),
  );
  const rest: Pending = { answers };
  if (pending.score !== undefined && pending.score !== sent.score) rest.score = pending.score;
  if (pending.comment !== undefined && pending.comment !== sent.comment) rest.comment = pending.comment;
  if (pending.finished !== undefined && pending.finished !== sent.finished) rest.finished = pending.finished;
  return rest;
}

/** The request that sends pending. */
export function requestOf({ answers, ...rest }: Pending): RateAnswers {
  return Object.keys(answers).length > 0 ? { answers, ...rest } : rest;
}

interface Tally {
  yes: number;
  no: number;
  open: number;
}

export function tally(sentences: RateSentence[]): Tally {
  const yes = sentences.filter(({ answer }) => answer === true).length;
  const no = sentences.filter(({ answer }) => answer === false).length;
  return { yes, no, open: sentences.length - yes - no };
}

/** Where to go on: the first unanswered sentence from 1, or the rating when all are answered. */
export function goOnAt(sentences: RateSentence[]): string {
  const index = sentences.findIndex(({ answer }) => answer === null);
  return index < 0 ? 'rating' : String(index + 1);
}

/** Four minutes for thirty sentences: eight seconds each. */
const SECONDS_A_SENTENCE = 8;

export function timeLeft(open: number): string {
  const minutes = Math.round((open * SECONDS_A_SENTENCE) / 60);
  if (open === 0) return 'almost done';
  return minutes < 1 ? 'less than a minute left' : `about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left`;
}

export function timeNeeded(sentences: number): string {
  const minutes = Math.max(1, Math.round((sentences * SECONDS_A_SENTENCE) / 60));
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`;
}
