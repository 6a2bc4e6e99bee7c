import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp, IconLanguage } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '@/api/client';
import { PlainWordmark } from '@/ui/Mark';
import { languages, nameOf, useSpoken, useWords, type Words } from './language';
import classes from './Rate.module.css';
import { hasMoved } from './usePlace';
import type { SaveState } from './useSending';

/** One screen: the mark and the save state on top, one thing in the middle, what can be done at the thumb. */
export function Frame({
  save,
  head,
  foot,
  middle = false,
  children,
}: {
  /** Where answers are given; elsewhere the language can be chosen. */
  save?: SaveState;
  head?: ReactNode;
  foot?: ReactNode;
  middle?: boolean;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  // The button that led here is gone: whoever does not see the page hears where they are.
  useEffect(() => {
    const heading = hasMoved() && main.current?.querySelector('h1');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.page}>
      <main ref={main} className={classes.author}>
        <div className={classes.top}>
          <PlainWordmark />
          {save ? <SaveBadge save={save} /> : <LanguageSwitch />}
        </div>
        {head}
        <div className={middle ? `${classes.body} ${classes.middle}` : classes.body}>{children}</div>
        {foot && <div className={classes.foot}>{foot}</div>}
      </main>
    </div>
  );
}

/** The language of the page, for the author to choose. */
export function LanguageSwitch() {
  const { words, language, choose } = useSpoken();
  return (
    <label className={classes.language}>
      <IconLanguage size={16} stroke={1.75} aria-hidden="true" />
      <span className="vh">{words.switchLanguage}</span>
      <select value={language} onChange={(event) => choose(event.target.value)}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}

const icons = { saved: IconCloudCheck, sending: IconCloudUp, kept: IconCloudOff, refused: IconAlertTriangle };

/** Whether the server has the answers; never a guess. */
export function SaveBadge({ save }: { save: SaveState }) {
  const words = useWords();
  const Icon = icons[save.kind];
  return (
    <span className={classes.save} data-kind={save.kind} role="status">
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      {wordsOf(save, words)}
    </span>
  );
}

function wordsOf(save: SaveState, words: Words): string {
  if (save.kind === 'saved') return words.saved;
  if (save.kind === 'sending') return words.saving;
  if (save.kind === 'refused') return save.message;
  return save.stored ? words.offline(save.count) : words.notKept;
}

/** What went wrong, in the server's words, and another try. */
export function Trouble({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords();
  const message = error instanceof ApiError && !error.transient ? error.message : words.noServer;
  return (
    <div role="alert">
      <p className={classes.missing}>{message}</p>
      <button type="button" className={classes.plain} onClick={onRetry}>
        {words.tryAgain}
      </button>
    </div>
  );
}
