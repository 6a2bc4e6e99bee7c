import type { ReactNode } from 'react';
import { isLive } from '@/api/work';
import { Pending } from '@/ui/Pending';
import classes from './Generated.module.css';
import type { GenerationRun } from './requests';
import { SlideSides } from './SlideSides';
import type { Generated } from './useGenerated';

interface SlidesOfRunProps {
  shown: Generated;
  run: GenerationRun;
  language: string;
  actions: ReactNode;
}

/** The open slide of a run, or why there is none. */
export function SlidesOfRun({ shown: { found, texts, open, page }, run, language, actions }: SlidesOfRunProps) {
  if (!found.data) return <Pending of={found} what="the texts" />;
  if (open) return <SlideSides run={run} text={open} page={page} language={language} actions={actions} />;
  if (texts.length > 0) return <p className={classes.empty}>Every number and name of this talk stands in a source.</p>;
  return (
    <p className={classes.empty}>
      {run.name} has no slide of this talk. {isLive(run) ? 'It goes on.' : 'The talk had no timeline when it began.'}
    </p>
  );
}
