/** The round of a training, as its person reads it; what was expected of a row comes with the answer to it. */

import { api, take } from '@/api/client';
import type { components } from '@/api/schema';
import type { Answer } from '@/api/types';

type Schemas = components['schemas'];
export type Round = Answer<Schemas['TrainingRound']>;
export type Item = Round['items'][number];
export type Outcome = Answer<Schemas['TrainingOutcome']>;
export type AnsweredRow = Answer<Schemas['AnsweredRow']>;

export interface Languages {
  source_language: string;
  target_language: string;
}

const path = (slug: string) => ({ path: { project_slug: slug } });

/** The one that is running, or the next; where there is none to begin, the last. */
export async function openRound(slug: string, languages: Languages, again: boolean): Promise<Round> {
  if (!again) {
    const last = await latestRound(slug, languages);
    if (last) return last;
  }
  return take(
    api.POST('/api/v1/projects/{project_slug}/training/begin/', { params: path(slug), body: languages }),
  ) as Promise<Round>;
}

async function latestRound(slug: string, query: Languages): Promise<Round | null> {
  const params = { ...path(slug), query };
  const { rounds } = (await take(api.GET('/api/v1/projects/{project_slug}/training/latest/', { params }))) as {
    rounds: Round[];
  };
  return rounds[0] ?? null;
}

/** A round that an admin tries, of which nothing is stored: its answers go elsewhere. */
export const openTrial = (slug: string, query: Languages) =>
  take(
    api.GET('/api/v1/projects/{project_slug}/training/trial/', { params: { ...path(slug), query } }),
  ) as Promise<Round>;

export const isTrial = (round: Round) => round.id === 0;

export function sendAnswer(slug: string, round: Round, item: number, rows: AnsweredRow[]): Promise<Outcome> {
  const body = { item, rows } as Schemas['TrainingAnswerRequest'];
  const address = isTrial(round)
    ? '/api/v1/projects/{project_slug}/training/trial/'
    : '/api/v1/projects/{project_slug}/training/answer/';
  return take(api.POST(address, { params: path(slug), body })) as Promise<Outcome>;
}

export function sendDiffering(slug: string, item: number, text: string) {
  return api.POST('/api/v1/projects/{project_slug}/training/differ/', { params: path(slug), body: { item, text } });
}
