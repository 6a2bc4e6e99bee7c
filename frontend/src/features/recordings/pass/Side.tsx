import { Checkbox } from '@mantine/core';
import { useDeckPages } from '@/api/decks';
import { useUnits } from '@/api/documents';
import { clock, figure } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import { usePassEditor, usePassState } from './context';
import { isFromBoth, pageAt } from './model';
import classes from './Pass.module.css';

/** What is known about the talk: how far one is, how the recognisers differ, and the slide on the screen. */
export function Side() {
  const editor = usePassEditor();
  const { pass, isSecond } = editor;
  return (
    <aside className={classes.side} aria-label="About this transcript">
      {pass.slides && <OnTheScreen slides={pass.slides} />}
      <Filled />
      {isSecond ? <Written /> : <Between />}
      <Comfort />
      {isSecond && <p className="soft">The first answer’s name stays hidden.</p>}
    </aside>
  );
}

function Filled() {
  const { isSecond, pass, numbers } = usePassEditor();
  const answers = usePassState((state) => state.answers);
  const n = (choice: string) => [...answers.values()].filter((answer) => answer.choice === choice).length;
  const nFromBoth = [...answers].filter(([code, answer]) => {
    const mask = pass.masks[numbers.get(code) ?? -1];
    return answer.choice === 'typed' && mask !== undefined && isFromBoth(mask, answer);
  }).length;
  const lines = [
    [isSecond ? 'As the recognisers' : 'Took A', n('a')],
    [isSecond ? 'As the first pass' : 'Took B', n('b')],
    ...(isSecond
      ? ([
          ['From both', nFromBoth],
          ['Typed anew', n('typed') - nFromBoth],
        ] as const)
      : ([['Typed', n('typed')]] as const)),
    ['Unintelligible', n('unintelligible')],
    ['Nothing said', n('nothing')],
  ] as const;
  return (
    <section>
      <h2>
        {isSecond ? 'Combined' : 'Filled'}{' '}
        <small>
          {answers.size} of {pass.masks.length}
          {!isSecond && '; a second pass follows'}
        </small>
      </h2>
      <progress className={classes.meter} value={answers.size} max={pass.masks.length} aria-label="Filled" />
      <Figures lines={lines} />
    </section>
  );
}

function Figures({ lines }: { lines: readonly (readonly [what: string, figure: number])[] }) {
  return (
    <dl className={classes.figures}>
      {lines.map(([what, figure]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="num">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Written() {
  const answers = usePassState((state) => state.answers);
  const written = [...answers.values()].filter((answer) => answer.written);
  if (written.length === 0) return null;
  const nByHand = written.filter((answer) => answer.written_by_hand).length;
  const lines = [
    ['Made by rule', written.length - nByHand],
    ['Changed by hand', nByHand],
    ['Spoken changed since', written.filter((answer) => answer.is_stale).length],
  ] as const;
  return (
    <section>
      <h2>Written form</h2>
      <Figures lines={lines} />
    </section>
  );
}

export function Between() {
  const { between, normaliser } = usePassEditor().pass;
  const highest = Math.max(0.01, ...between.along.map(({ wer }) => wer ?? 0));
  return (
    <section>
      <h2 title={`${normaliser.name}: ${normaliser.rules.join(' ')}`}>
        {between.by_characters ? 'CER' : 'WER'} between A and B{' '}
        <small className="num">{figure(between.by_characters ? between.cer : between.wer)}</small>
      </h2>
      <dl className={classes.figures}>
        {between.along.map(({ start, end, wer }) => (
          <div key={start}>
            <dt>
              {Math.round(start / 60)}–{Math.round(end / 60)} min
            </dt>
            <dd className={classes.barred}>
              <i className={classes.bar} style={{ '--share': (wer ?? 0) / highest } as React.CSSProperties} />
              <span className="num">{figure(wer)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {between.bwer !== null && <p className="soft">Rare words, BWER: {figure(between.bwer)}.</p>}
    </section>
  );
}

function Comfort() {
  const editor = usePassEditor();
  const { playsNext, asksToHear } = usePassState((state) => ({
    playsNext: state.playsNext,
    asksToHear: state.asksToHear,
  }));
  if (!editor.sound.has) return null;
  return (
    <section>
      <Checkbox
        label="Play the next span when one is answered"
        checked={playsNext}
        onChange={({ currentTarget }) => editor.setComfort({ playsNext: currentTarget.checked })}
      />
      {editor.isSecond && (
        <Checkbox
          mt="xs"
          label="Answer only what was heard"
          checked={asksToHear}
          onChange={({ currentTarget }) => editor.setComfort({ asksToHear: currentTarget.checked })}
        />
      )}
    </section>
  );
}

function OnTheScreen({ slides }: { slides: NonNullable<ReturnType<typeof usePassEditor>['pass']['slides']> }) {
  const { pass } = usePassEditor();
  const active = usePassState((state) => state.active);
  const deck = useDeckPages(slides.deck);
  const units = useUnits(slides.deck);
  const shown = pageAt(slides, pass.masks[active]?.start ?? 0);
  const page = shown && deck.data?.pages[shown.page - 1];
  if (!shown || !page) return null;
  return (
    <section>
      <h2>
        On the screen{' '}
        <small>
          slide {shown.page}, since {clock(shown.start)}
        </small>
      </h2>
      <PagePicture
        number={page.number}
        picture={page.picture}
        size={[page.width ?? 1600, page.height ?? 900]}
        text={units.data?.units.find((unit) => unit.page === page.number)?.text ?? page.title}
        language={pass.document.language}
      />
    </section>
  );
}
