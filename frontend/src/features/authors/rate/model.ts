import type { RateAnswers, RateForm, RateSentence, SavedAnswers } from '@/api/types';

/** What the author has answered and the server has not acknowledged. A missing key is not pending. */
export interface Pending {
  answers: Record<string, boolean | null>;
  score?: number;
  scores?: Record<string, number>;
  trap_answer?: number;
  comment?: string;
  finished?: boolean;
  opened?: boolean;
  declined?: boolean;
  agreed?: { language: string; number: number };
}

export const nothingPending: Pending = { answers: {} };

/** What is said once, each as a whole. */
const single = ['score', 'trap_answer', 'comment', 'finished', 'opened', 'declined', 'agreed'] as const;

/** How many things are pending: each answer, the ratings, the comment, the sending. */
export function pendingCount(pending: Pending): number {
  const others = single.filter((name) => pending[name] !== undefined);
  return Object.keys(pending.answers).length + Object.keys(pending.scores ?? {}).length + others.length;
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
    scores: { ...form.scores, ...pending.scores },
    trap_answer: pending.trap_answer ?? form.trap_answer,
    consented_at: form.consented_at ?? (pending.agreed ? new Date().toISOString() : null),
    comment: pending.comment ?? form.comment,
    declined_at: pending.declined === undefined ? form.declined_at : pending.declined ? new Date().toISOString() : null,
  };
}

/** The form after answers were saved. */
export function saved(form: RateForm, sent: Pending, { answered_before: _, ...times }: SavedAnswers): RateForm {
  return { ...withPending(form, sent), ...times };
}

/** Pending with what the author says now. */
export function withAnswer(pending: Pending, change: Partial<Pending>): Pending {
  return {
    ...pending,
    ...change,
    answers: { ...pending.answers, ...change.answers },
    ...(change.scores && { scores: { ...pending.scores, ...change.scores } }),
  };
}

/** Pending without what was acknowledged; a value that changed while it was under way stays pending. */
export function acknowledged(pending: Pending, sent: Pending): Pending {
  const answers = Object.fromEntries(
    Object.entries(pending.answers).filter(([id, answer]) => !(id in sent.answers) || sent.answers[id] !== answer),
  );
  const rest: Pending = { ...pending, answers };
  // By their JSON: what this device keeps is read anew, so that what is not a plain value is another object.
  for (const name of single)
    if (sent[name] !== undefined && JSON.stringify(pending[name]) === JSON.stringify(sent[name])) delete rest[name];
  const scores = Object.entries(pending.scores ?? {}).filter(([name, score]) => sent.scores?.[name] !== score);
  delete rest.scores;
  return scores.length > 0 ? { ...rest, scores: Object.fromEntries(scores) } : rest;
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

/** Whether anything has been answered. */
export function isBegun({ sentences, score, scores, comment }: RateForm): boolean {
  const isAnswered = sentences.some(({ answer }) => answer !== null);
  return isAnswered || score !== null || Object.keys(scores).length > 0 || comment !== '';
}

/** Whether each question about the whole has its number. */
export function isRated(form: RateForm): boolean {
  return unrated(form).length === 0;
}

/** The scales that have no answer, by name and in the order of the page. */
export function unrated({ score, scores, dimensions, trap, trap_answer }: RateForm): string[] {
  return [
    ...dimensions.filter((dimension) => scores[dimension] === undefined),
    ...(trap !== null && trap_answer === null ? ['trap'] : []),
    ...(score === null ? ['score'] : []),
  ];
}

/** Where to go on: the first unanswered sentence from 1, or the whole summary when all are answered. */
export function goOnAt(sentences: RateSentence[]): string {
  const index = sentences.findIndex(({ answer }) => answer === null);
  return index < 0 ? 'summary' : String(index + 1);
}

/** What reading and deciding take (docs/decisions/authors.md); e-mails say the same. */
const SECONDS_A_SENTENCE = 8;
const SECONDS_FOR_THE_WHOLE = 60;

/** For so many sentences, and the rating of the whole. */
export function minutesFor(sentences: number): number {
  return Math.round((sentences * SECONDS_A_SENTENCE + SECONDS_FOR_THE_WHOLE) / 60);
}
