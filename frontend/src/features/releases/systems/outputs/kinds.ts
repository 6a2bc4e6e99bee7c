/** What outputs are of, and the tables that they stand in. */

import type { Schemas } from '@/api/types';
import type { System } from '@/features/releases/requests/systems';
import { language } from '@/lib/format';

export type OutputKind = Schemas['SystemUploadKindEnum'];

interface Words {
  /** Of the table. */
  title: string;
  /** Of the choice when one is added. */
  choice: string;
  /** What is scored. */
  unit: string;
  /** What becomes of those that are left out. */
  leftOut: string;
}

export const kinds: Readonly<Record<OutputKind, Words>> = {
  recognition: { title: 'Recognition', choice: 'Heard', unit: 'segment', leftOut: 'counted as deleted' },
  synthesis: { title: 'Synthesis', choice: 'Speech', unit: 'segment', leftOut: 'not compared' },
  translation: { title: 'Texts', choice: 'Texts', unit: 'row', leftOut: 'counted as empty' },
};

export const isOutput = (system: Pick<System, 'kind' | 'engine'>): boolean => system.kind in kinds;

export const wordsOf = ({ kind }: Pick<System, 'kind'>): Words => kinds[kind as OutputKind] ?? kinds.recognition;

export interface Group<S> {
  kind: OutputKind;
  /** "Recognition", or "Recognition, German" where several languages are spoken. */
  title: string;
  systems: S[];
}

/** A table for each kind and language, in the order of kinds; systems stay in theirs. */
export function groupsOf<S extends Pick<System, 'kind' | 'source_language' | 'target_language'>>(
  systems: readonly S[],
): Group<S>[] {
  return (Object.keys(kinds) as OutputKind[]).flatMap((kind) => {
    const ofKind = systems.filter((system) => system.kind === kind);
    const tags = [...new Set(ofKind.map(languagesOfOne))].sort();
    return tags.map((tag) => ({
      kind,
      title: tags.length > 1 ? `${kinds[kind].title}, ${namesOf(tag)}` : kinds[kind].title,
      systems: ofKind.filter((system) => languagesOfOne(system) === tag),
    }));
  });
}

const languagesOfOne = (system: Pick<System, 'source_language' | 'target_language'>) =>
  [system.source_language, system.target_language].filter(Boolean).join(' ');

const namesOf = (tags: string) => tags.split(' ').map(language).join(' → ');
