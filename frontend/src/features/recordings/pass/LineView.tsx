import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { memo } from 'react';
import { clock } from '@/lib/format';
import { usePassEditor, usePassState } from './context';
import { masksOf, notHeard, shownAs } from './model';
import { OpenMask } from './OpenMask';
import classes from './Pass.module.css';
import type { Line } from './requests';

interface LineViewProps {
  line: Line;
  /** The open mask, if it is in this line. */
  active: string | undefined;
}

/** A line: its time, its words, its masks, and below it the mask that is open. */
export const LineView = memo(function LineView({ line, active }: LineViewProps) {
  const editor = usePassEditor();
  const { language } = editor.pass.document;
  const own = masksOf(line);
  const isDone = usePassState((state) => own.length > 0 && own.every((mask) => state.answers.has(mask)));
  const written = usePassState((state) =>
    editor.isSecond && own.some((mask) => state.answers.get(mask)?.written)
      ? line.parts
          .map(
            ({ text, mask }) =>
              text ?? state.answers.get(mask ?? '')?.written ?? shownAs(state.answers.get(mask ?? '')) ?? notHeard,
          )
          .join(' ')
      : '',
  );
  const layers = usePassState((state) => state.layers);
  const isWrittenOnly = layers === 'written' && written !== '' && active === undefined;
  return (
    <section className={classes.line} data-active={active !== undefined || undefined}>
      <button
        type="button"
        className={classes.at}
        aria-label={`Play the line at ${clock(line.start)}`}
        disabled={!editor.sound.has}
        onClick={() => editor.sound.play(line)}
      >
        <IconPlayerPlay size={12} stroke={1.75} aria-hidden="true" />
        <time>{clock(line.start)}</time>
      </button>
      <div className={classes.words}>
        {!isWrittenOnly && (
          <p lang={language || undefined} dir="auto">
            {line.parts.map(({ text, mask }, at) =>
              mask === undefined ? (
                <span key={at}>{text} </span>
              ) : (
                <MaskMark key={mask} code={mask} isActive={mask === active} />
              ),
            )}
          </p>
        )}
        {written && layers !== 'spoken' && (
          <p className={classes.written} lang={language || undefined} dir="auto">
            <small>written</small> {written}
          </p>
        )}
        {active !== undefined && <OpenMask />}
      </div>
      {isDone && active === undefined && (
        <IconCheck className={classes.done} size={16} stroke={1.75} role="img" aria-label="Filled" />
      )}
    </section>
  );
});

function MaskMark({ code, isActive }: { code: string; isActive: boolean }) {
  const editor = usePassEditor();
  const { answer, draft } = usePassState((state) => ({
    answer: state.answers.get(code),
    draft: state.drafts.get(code),
  }));
  const number = editor.numbers.get(code) ?? 0;
  const filled = shownAs(answer);
  const shown = draft?.text ?? filled;
  return (
    <>
      <button
        type="button"
        className={classes.mask}
        aria-current={isActive ? 'step' : undefined}
        data-active={isActive || undefined}
        data-filled={(filled !== null && !draft) || undefined}
        data-draft={draft !== undefined || undefined}
        data-choice={answer?.choice}
        title={draft && 'Typed, not saved'}
        aria-label={`Mask ${number + 1}, ${shown ?? 'not filled'}${draft ? ', typed and not saved' : ''}`}
        onClick={() => editor.open(number)}
      >
        {(isActive || filled === null || draft) && <b className={classes.number}>{number + 1}</b>}
        {shown ?? notHeard}
      </button>{' '}
    </>
  );
}
