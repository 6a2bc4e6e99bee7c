import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { getRatePaper } from '@/api/rate';
import type { Unit } from '@/api/types';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import classes from './Rate.module.css';

interface PaperReaderProps {
  token: string;
  title: string;
  language: string;
  /** The sentence to open at; null for the beginning. */
  position: number | null;
  onClose: () => void;
}

/** The paper over the page, opened at the sentence in question. */
export function PaperReader({ token, title, language, position, onClose }: PaperReaderProps) {
  const paper = useQuery({
    queryKey: ['rate', token, 'paper'],
    queryFn: ({ signal }) => getRatePaper(token, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const here = useRef<HTMLElement>(null);
  const loaded = paper.data !== undefined;
  useEffect(() => {
    // After the dialog has taken the focus and its place.
    if (loaded) requestAnimationFrame(() => here.current?.scrollIntoView({ block: 'center' }));
  }, [loaded]);
  return (
    <Modal.Root opened onClose={onClose} fullScreen>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title dir="auto">{title}</Modal.Title>
          <Modal.CloseButton aria-label="Back to the question" size={44} />
        </Modal.Header>
        <Modal.Body className={classes.paper} lang={language || undefined}>
          {paper.isPending && <Loading what="the paper" />}
          {paper.isError && <ErrorNote error={paper.error} onRetry={() => void paper.refetch()} />}
          {paper.data &&
            bySection(paper.data.units).map(({ section, units }) => {
              const head = paper.data.sections.find((each) => each.position === section);
              return (
                <section key={units[0]?.position}>
                  {head && (
                    <h2 dir="auto">
                      {head.number} {head.heading}
                    </h2>
                  )}
                  <p dir="auto">
                    {units.map((unit) =>
                      unit.position === position ? (
                        <mark key={unit.position} ref={here}>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
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
