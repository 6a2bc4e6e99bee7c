import type { ReactNode } from 'react';
import { isLive } from '@/api/work';
import { plural } from '@/lib/format';
import { Pending } from '@/ui/Pending';
import classes from './Generated.module.css';
import type { GeneratedText, GenerationRun } from './requests';
import { SlideSides } from './SlideSides';
import type { Generated } from './useGenerated';

interface SlidesOfRunProps {
  shown: Generated;
  run: GenerationRun;
  language: string;
  /** What raters gave to the open text. */
  human: number | undefined;
  actions: ReactNode;
}

/** The open slide of a run, or why there is none. */
export function SlidesOfRun({ shown: { found, texts, open, page }, run, language, human, actions }: SlidesOfRunProps) {
  if (!found.data) return <Pending of={found} what="the texts" />;
  if (open) return <SlideSides run={run} text={open} page={page} language={language} human={human} actions={actions} />;
  if (texts.length > 0) return <p className={classes.empty}>{unmarked(texts)}</p>;
  return (
    <p className={classes.empty}>
      {run.name} has no slide of this talk. {isLive(run) ? 'It goes on.' : 'The talk had no timeline when it began.'}
    </p>
  );
}

function unmarked(texts: readonly GeneratedText[]): string {
  const open = texts.filter(({ rouge_l: compared }) => compared === null).length;
  if (open === 0) return 'Every number and name of this talk stands in a source.';
  return `No number or name is marked, but ${plural(open, 'slide')} of ${texts.length} have no text that was compared.`;
}
