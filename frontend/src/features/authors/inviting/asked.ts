import type { Defaults, Schemas } from '@/api/types';
import { dayFromNow, endOfDay } from '@/features/authors/linkDates';
import type { AuthorsAsked } from './requests';

export type TextName = 'subject' | 'letter' | 'reminder' | 'consent';

/** In the order of the author's page. */
const dimensions = Object.keys({
  coherence: true,
  consistency: true,
  fluency: true,
  relevance: true,
} satisfies Record<Schemas['TextDimension'], true>) as Schemas['TextDimension'][];

/** "coherence, consistency, fluency and relevance" */
export const dimensionWords = new Intl.ListFormat('en-GB').format(dimensions);

type Texts = Partial<Record<TextName, string>>;

/** How authors are asked. */
export interface Asked {
  language: AuthorsAsked['language'];
  /** Empty for the default. */
  sentences: number | string;
  /** The last day of the links; empty for the default. */
  lastDay: string;
  isReminded: boolean;
  hasDimensions: boolean;
  hasAttentionCheck: boolean;
  /** The texts that differ from the project's, by their language. */
  texts: Partial<Record<AuthorsAsked['language'], Texts>>;
}

export const untouched: Asked = {
  language: 'en',
  sentences: '',
  lastDay: '',
  isReminded: true,
  hasDimensions: false,
  hasAttentionCheck: false,
  texts: {},
};

/** Those in the language in which authors are asked. */
export const ownTextsOf = ({ texts, language }: Asked): Texts => texts[language] ?? {};

export const sentencesOf = ({ sentences }: Asked, defaults: Defaults) =>
  Number(sentences || defaults.summary_sentences);

export const lastDayOf = ({ lastDay }: Asked, defaults: Defaults) => lastDay || dayFromNow(defaults.invitation_days);

/** The request for these authors: those whose lines are right, by e-mail. */
export function requestOf(asked: Asked, lines: AuthorsAsked['lines'], defaults: Defaults): AuthorsAsked {
  const { subject = '', letter = '', reminder = '', consent = '' } = ownTextsOf(asked);
  return {
    lines,
    language: asked.language,
    n_sentences: sentencesOf(asked, defaults),
    closes_at: endOfDay(lastDayOf(asked, defaults)),
    remind_after: asked.isReminded ? defaults.reminder_days : null,
    dimensions: asked.hasDimensions ? dimensions : [],
    has_trap: asked.hasAttentionCheck,
    send: true,
    only_correct: true,
    subject,
    letter,
    reminder,
    consent,
  };
}
