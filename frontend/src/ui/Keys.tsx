import { chordText, isMac } from '@/lib/chords';
import classes from './Keys.module.css';

type Keys = readonly string[];

/** How the keys of one act are written here: the first, or 1–6 where they are a row of digits. */
export function keyText(keys: Keys): string {
  const first = chordText(keys[0] ?? '', isMac());
  return keys.length > 1 && keys.every((key) => /^\d$/.test(key)) ? `${first}–${keys.at(-1)}` : first;
}

/** What `aria-keyshortcuts` says of them. */
export function shortcutOf(keys: Keys): string {
  return (keys[0] ?? '').replace('Mod', isMac() ? 'Meta' : 'Control');
}

/** The key of something, beside its name. */
export function Key({ of }: { of: Keys }) {
  return <kbd>{keyText(of)}</kbd>;
}

/** Keys of a page in one line, each with what it does. */
export function KeyLine({ of }: { of: readonly (readonly [what: string, ...keys: Keys[]])[] }) {
  return (
    <p className={classes.line}>
      {of.map(([what, ...keys]) => (
        <span key={what}>
          {keys.map((each) => (
            <kbd key={each[0]}>{keyText(each)}</kbd>
          ))}{' '}
          {what}
        </span>
      ))}
    </p>
  );
}
