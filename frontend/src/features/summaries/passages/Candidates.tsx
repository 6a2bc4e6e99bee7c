import { Button } from '@mantine/core';
import type { DocumentUnit } from '@/api/types';
import { figure } from '@/lib/format';
import { Key } from '@/ui/Keys';
import { keys } from './keys';
import type { Candidate } from './model';
import classes from './Passages.module.css';
import type { PassagesEditorState } from './usePassagesEditor';

interface CandidatesProps {
  editor: PassagesEditorState;
  candidates: readonly Candidate[];
  sentences: readonly DocumentUnit[];
  language: string;
  canAnswer: boolean;
}

/** The sentences under the open place, each with yes and no, and the nearest of the others, which can be added. */
export function Candidates({ editor, candidates, sentences, language, canAnswer }: CandidatesProps) {
  const { below, threshold } = editor;
  const text = (sentence: number) => (
    <span className={classes.sentence} lang={language || undefined} dir="auto">
      <small className="num">{sentence + 1}</small> {sentences[sentence]?.text ?? ''}
    </span>
  );
  const nProposed = candidates.filter(({ isProposed }) => isProposed).length;
  return (
    <section className={classes.candidates} aria-label="Proposed">
      <p className={classes.candidatesHead}>
        {nProposed > 0
          ? `${nProposed} proposed, similarity above ${figure(threshold)}`
          : `Nothing above ${figure(threshold)}.${below ? ` Nearest ${figure(below.similarity)}.` : ''}`}
      </p>
      <ol>
        {candidates.map((candidate, index) => (
          <li
            key={candidate.sentence}
            className={classes.candidate}
            data-active={index === editor.at.candidate || undefined}
          >
            <b className="num">{index + 1}</b>
            <Bar similarity={candidate.similarity} threshold={threshold} />
            {text(candidate.sentence)}
            <YesNo
              answer={candidate.answer}
              label={`sentence ${candidate.sentence + 1}`}
              onSay={canAnswer ? (isRight) => editor.say(isRight, index) : undefined}
            />
          </li>
        ))}
        {below && (
          <li className={`${classes.candidate} ${classes.below}`}>
            <span />
            <Bar similarity={below.similarity} threshold={threshold} />
            {text(below.sentence)}
            {canAnswer && (
              <Button
                size="compact-sm"
                variant="subtle"
                rightSection={<Key of={keys.add} />}
                onClick={() => editor.add(below.sentence)}
              >
                Add
              </Button>
            )}
          </li>
        )}
      </ol>
    </section>
  );
}

/** How similar a sentence is, with a tick at the threshold. */
function Bar({ similarity, threshold }: { similarity: number | null; threshold: number }) {
  return (
    <span className={classes.bar}>
      <i aria-hidden="true">
        <b style={{ width: `${100 * (similarity ?? 0)}%` }} />
        <u style={{ left: `${100 * threshold}%` }} />
      </i>
      <span className="num">{figure(similarity)}</span>
    </span>
  );
}

interface YesNoProps {
  answer: boolean | null;
  label: string;
  onSay: ((isRight: boolean) => void) | undefined;
}

function YesNo({ answer, label, onSay }: YesNoProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span className={classes.yesNo} role="group" aria-label={label}>
      {[true, false].map((isRight) => (
        <button
          key={String(isRight)}
          type="button"
          disabled={!onSay}
          aria-pressed={answer === isRight}
          data-tone={isRight ? 'good' : 'bad'}
          onClick={() => onSay?.(isRight)}
        >
          {isRight ? 'Yes' : 'No'}
        </button>
      ))}
    </span>
  );
}
