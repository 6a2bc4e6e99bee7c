/**
 * A review as this device has it: the answers it was opened with, and each answer to an edit since. Opened without a
 * network, it stands where the person left it; what was not sent yet comes from the queue, as it always does.
 */

import { ApiError } from '@/api/client';
import { copiedAddresses, dropCopies, keepCopy, readCopy, readPerson } from '@/lib/deviceCopies';
import type { Content, OperationsAnswer, ReviewInfo } from '../model/types';
import type { Transport } from './transport';

/** How many reviews are kept: those opened last. */
const mostReviews = 5;

const addressOf = (review: number) => `/api/v1/reviews/${review}/`;
const answersOf = (review: number) => `${addressOf(review)}answers/`;

export interface Opened {
  info: ReviewInfo;
  content: Content;
  /** What the server has answered to edits since; only with a copy. */
  answers: OperationsAnswer[];
}

/** The review from the server, or the copy of it where no server answers. */
export async function openReview(
  review: number,
  transport: Transport,
  signal: AbortSignal,
  head: (info: ReviewInfo) => void,
): Promise<Opened> {
  try {
    const answered = transport.info(signal).then((info) => {
      head(info);
      return info;
    });
    const [info, content] = await Promise.all([answered, transport.content(signal)]);
    void tidy(review, content.revision);
    return { info, content, answers: [] };
  } catch (error) {
    const copy = error instanceof ApiError && error.status === 0 ? await copyOf(review) : null;
    if (!copy) throw error;
    return copy;
  }
}

async function copyOf(review: number): Promise<Opened | null> {
  const [info, content, person] = [
    await readCopy<ReviewInfo>(addressOf(review)),
    await readCopy<Content>(`${addressOf(review)}content/`),
    readPerson<{ id: number }>(),
  ];
  if (!info || !content || info.reader.id !== person?.id) return null;
  const addresses = (await copiedAddresses()).filter((address) => address.startsWith(answersOf(review)));
  const answers = await Promise.all(addresses.map((address) => readCopy<OperationsAnswer>(address)));
  // A copy on this device may be older than labels are.
  const rows = content.rows.map((row) => ({ ...row, labels: row.labels ?? {} }));
  return {
    info: { ...info, labels: info.labels ?? [] },
    content: { ...content, rows },
    answers: answers.filter((answer) => answer !== null),
  };
}

/** Removes answers that the content has in it, and the reviews that were opened longest ago. */
async function tidy(review: number, revision: number): Promise<void> {
  const addresses = await copiedAddresses();
  const old = addresses.filter(
    (address) => address.startsWith(answersOf(review)) && Number(address.split('/').at(-3)) <= revision,
  );
  const reviews = addresses.filter(
    (address) => address.endsWith('/content/') && !address.startsWith(addressOf(review)),
  );
  const left = reviews.slice(0, Math.max(0, reviews.length - mostReviews + 1)).map((address) => address.slice(0, -8));
  await dropCopies([...old, ...addresses.filter((address) => left.some((each) => address.startsWith(each)))]);
}

/** The same requests; what the server answers to edits is kept beside the copy. */
export function keepingAnswers(review: number, transport: Transport): Transport {
  const keep = (answer: OperationsAnswer): OperationsAnswer => {
    if (answer.results.length > 0) {
      const address = `${answersOf(review)}${answer.review.revision}/${answer.results[0]?.id}/`;
      void keepCopy(address, Response.json(answer));
    }
    return answer;
  };
  return {
    ...transport,
    changes: (since, signal) => transport.changes(since, signal).then(keep),
    send: (operations, by, signal) => transport.send(operations, by, signal).then(keep),
  };
}
