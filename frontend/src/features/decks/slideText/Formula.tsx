import { useMemo } from 'react';
import { nTokens, setMath } from './latex';
import classes from './SlideText.module.css';

/** A formula as it is set; where it can't be, its LaTeX, with what is wrong as its title. */
export function Formula({ tex }: { tex: string }) {
  const set = useMemo(() => setMath(tex), [tex]);
  if ('fault' in set) return <code title={set.fault}>{tex || 'no formula'}</code>;
  return (
    <>
      <span className="vh">{tex}</span>
      <span aria-hidden="true">
        <Markup of={set.markup} />
      </span>
    </>
  );
}

/** Below the field of a formula: what it looks like, or why it does not. */
export function Preview({ tex, last }: { tex: string; last: string }) {
  const set = useMemo(() => setMath(tex), [tex]);
  const before = useMemo(() => setMath(last), [last]);
  return (
    <section className={classes.preview} aria-label="Preview">
      {'markup' in set ? (
        <>
          <Markup of={set.markup} />
          <p className={classes.valid} role="status">
            valid, {nTokens(tex)} tokens
          </p>
        </>
      ) : (
        <>
          {'markup' in before && (
            <span className={classes.gray}>
              <Markup of={before.markup} />
            </span>
          )}
          <p className={classes.problem} role="status">
            {set.fault}
          </p>
        </>
      )}
    </section>
  );
}

function Markup({ of }: { of: string }) {
  // KaTeX made it: of the formula it has nothing but symbols.
  return <span className={classes.math} dangerouslySetInnerHTML={{ __html: of }} />;
}
