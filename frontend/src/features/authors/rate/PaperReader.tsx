import { IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useId, useRef } from 'react';
import type { Unit } from '@/api/types';
import { useAsked } from '@/api/useAsked';
import { Trouble } from './Frame';
import { useWords } from './language';
import classes from './Rate.module.css';
import { getRatePaper } from './requests';

interface PaperReaderProps {
  token: string;
  title: string;
  language: string;
  /** The sentences that are marked, and the first of which is shown; empty for the beginning. */
  at: readonly number[];
  onClose: () => void;
}

/** The paper over the page, opened at the sentence in question. */
export function PaperReader({ token, title, language, at, onClose }: PaperReaderProps) {
  const paper = useAsked(useCallback((signal: AbortSignal) => getRatePaper(token, signal), [token]));
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const here = useRef<HTMLElement>(null);
  const name = useId();
  const loaded = paper.data !== undefined;
  useEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    // The page below must not scroll along.
    document.documentElement.style.overflow = 'hidden';
    return () => {
      opened?.close();
      // By then the dialog is no longer on the page, and does not give the focus back by itself.
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
      document.documentElement.style.overflow = '';
    };
  }, []);
  useEffect(() => {
    if (loaded) here.current?.scrollIntoView({ block: 'center' });
  }, [loaded]);
  return (
    <dialog
      ref={dialog}
      className={classes.reader}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={name} dir="auto">
          {title}
        </h2>
        <button type="button" onClick={onClose} aria-label={words.backToQuestion}>
          <IconX size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </header>
      <div className={classes.paper} lang={language || undefined}>
        {paper.isPending && <p role="status">{words.loading}</p>}
        {paper.data === undefined && paper.error !== undefined && (
          <Trouble error={paper.error} onRetry={paper.refetch} />
        )}
        {paper.data &&
          bySection(paper.data.units).map(({ section, units }) => {
            const head = paper.data?.sections.find((each) => each.position === section);
            return (
              <section key={units[0]?.position}>
                {head && (
                  <h3 dir="auto">
                    {head.number} {head.heading}
                  </h3>
                )}
                <p dir="auto">
                  {units.map((unit) =>
                    at.includes(unit.position) ? (
                      <mark key={unit.position} ref={unit.position === at[0] ? here : undefined}>
                        {unit.text}{' '}
                      </mark>
                    ) : (
                      <span key={unit.position}>{unit.text} </span>
                    ),
                  )}
                </p>
              </section>
            );
          })}
      </div>
    </dialog>
  );
}

/** Units in reading order, cut where the section changes. */
function bySection<T extends Pick<Unit, 'section' | 'position' | 'text'>>(units: T[]) {
  const parts: { section: number | null; units: T[] }[] = [];
  for (const unit of units) {
    const last = parts.at(-1);
    if (last && last.section === unit.section) last.units.push(unit);
    else parts.push({ section: unit.section, units: [unit] });
  }
  return parts;
}
