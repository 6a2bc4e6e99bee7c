import { IconAlertTriangle, IconLock, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { count, plural } from '@/lib/format';
import classes from './Moving.module.css';
import type { ForeseenErasure } from './requests';

interface Line {
  what: ReactNode;
  note?: ReactNode;
  /** It is out of reach. */
  isWarning?: boolean;
}

/** "3 reviews", of what there is any of. */
const some = (...counted: [number, string][]) => counted.filter(([n]) => n > 0).map(([n, noun]) => plural(n, noun));

function goingOf({ counts, releases, releases_stopped, n_losing_files, copies }: ForeseenErasure): Line[] {
  const n = (what: string) => counts[what] ?? 0;
  const rows = releases.reduce((sum, release) => sum + release.n_rows, 0);
  const lines: (Line | false)[] = [
    {
      what: `${['Texts, versions, slides, clips', ...some([n('recordings'), 'recording'])].join(', ')} of ${plural(n('documents'), 'text')}`,
      note: [
        ...some(
          [n('runs'), 'run'],
          [n('reviews'), 'review'],
          [n('rows'), 'row'],
          [n('comments'), 'comment'],
          [n('authors'), 'author’s answer'],
        ),
        'summaries, what the activity says of them',
      ].join(', '),
    },
    releases.length > 0 && {
      what: `${plural(rows, 'row')} in ${releases.map(({ title, version }) => `${title} ${version}`).join(', ')}`,
      note: 'files made again without them; outputs of systems go',
    },
    releases_stopped > 0 && { what: `${plural(releases_stopped, 'release')} being made`, note: 'stopped and removed' },
    n('training_sets') > 0 && {
      what: plural(n('training_sets'), 'training set'),
      note: 'with models; make them again',
    },
    n('imports') > 0 && {
      what: `${plural(n('imports'), 'waiting import')} with the talk`,
      note: 'with everything in them; upload the other files again',
    },
    n('archives') > 0 && { what: `Archives of this project on this site: ${count(n('archives'))}` },
    n_losing_files > 0 && {
      what: `The file or recording that ${plural(n_losing_files, 'other text')} came from`,
      note: 'it holds what goes too; their texts stay',
    },
    {
      what: 'Not within reach: backups, downloads, archives elsewhere',
      note:
        copies.length > 0
          ? `and the same text here: ${copies.join(', ')}. Erase it there too.`
          : 'delete them where they are',
      isWarning: true,
    },
  ];
  return lines.filter((line) => line !== false);
}

function stayingOf({ staying, releases }: ForeseenErasure): Line[] {
  return [
    { what: 'Numbers and the hash of each text', note: 'how many texts, pairs, reviews and rows went' },
    ...(releases.length > 0
      ? [
          {
            what: 'The hash of each release as it was',
            note: 'with how much was erased, when and why, and the new hash',
          },
        ]
      : []),
    { what: 'That it happened: who, when, reason', note: 'not the name of the speaker' },
    { what: 'Guidelines, data cards, notes that people wrote', note: 'read them, should they quote the talk' },
    ...staying.map(({ title, why }) => ({ what: <span dir="auto">{title}</span>, note: why })),
  ];
}

/** What goes and what stays, side by side. */
export function WhatGoes({ foreseen }: { foreseen: ForeseenErasure }) {
  return (
    <div className={classes.sides}>
      <Side title="Goes, everywhere" lines={goingOf(foreseen)} Icon={IconTrash} />
      <Side title="Stays" lines={stayingOf(foreseen)} Icon={IconLock} />
    </div>
  );
}

function Side({ title, lines, Icon }: { title: string; lines: Line[]; Icon: typeof IconTrash }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.map(({ what, note, isWarning }, number) => {
          const Shown = isWarning ? IconAlertTriangle : Icon;
          return (
            <li key={number}>
              <Shown size={16} stroke={1.75} aria-hidden="true" />
              <div>
                {what}
                {note && <p className="soft">{note}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
