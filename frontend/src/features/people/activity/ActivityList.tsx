import { IconAlertTriangle, IconChevronDown, IconKey, IconSettings } from '@tabler/icons-react';
import { Fragment, type ReactNode, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { initials, timeOfDay } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import classes from './Activity.module.css';
import { EntryDetails } from './EntryDetails';
import { daysOf, type Line, manyOf, placeOf } from './model';
import type { ActivityEntry } from './requests';

interface ActivityListProps {
  slug: string;
  entries: ActivityEntry[];
  open: ActivityEntry | null;
  onOpen: (entry: ActivityEntry | null) => void;
  /** Details stand beside the list; otherwise below their line. */
  isWide: boolean;
}

/** One sentence a line, by days. One stop of the Tab key; J, K and the arrows move, Enter opens. */
export function ActivityList({ slug, entries, open, onOpen, isWide }: ActivityListProps) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const days = useMemo(() => daysOf(entries, unfolded), [entries, unfolded]);
  const lines = days.flatMap((day) => day.lines);
  const current = lines.some(({ key }) => key === active) ? active : (lines[0]?.key ?? null);
  const move = (by: number) => {
    const focused = grid.current?.contains(document.activeElement) ?? false;
    const at = lines.findIndex(({ key }) => key === current);
    const next = lines[Math.min(lines.length - 1, Math.max(0, focused || active ? at + by : at))];
    if (!next) return;
    setActive(next.key);
    grid.current?.querySelector<HTMLElement>(`[data-line="${next.key}"]`)?.focus();
  };
  usePageKeys({ next: ['j'], previous: ['k'] }, { next: () => move(1), previous: () => move(-1) });
  const press = (line: Line) => {
    setActive(line.key);
    if (line.entries.length > 1) setUnfolded(new Set([...unfolded, line.key]));
    else onOpen(open?.id === line.entries[0].id ? null : line.entries[0]);
  };
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table whose rows are pressed
    <div className={classes.log} role="grid" aria-label="Activity" ref={grid}>
      {days.map((day) => (
        <Fragment key={day.key}>
          <Across>
            <h2 className={classes.day}>{day.label}</h2>
          </Across>
          {day.lines.map((line) => {
            const entry = line.entries[0];
            const isOpen = line.entries.length === 1 && open?.id === entry.id;
            return (
              <Fragment key={line.key}>
                {/* biome-ignore lint/a11y/useSemanticElements: as above */}
                <div
                  role="row"
                  data-line={line.key}
                  className={classes.line}
                  data-warning={entry.is_warning || undefined}
                  aria-selected={isOpen}
                  tabIndex={line.key === current ? 0 : -1}
                  onClick={(event) => {
                    if (!(event.target instanceof Element && event.target.closest('a'))) press(line);
                  }}
                  onFocus={() => setActive(line.key)}
                  onKeyDown={(event) => {
                    if (event.target !== event.currentTarget) return;
                    if (event.key === 'Enter') press(line);
                    else if (event.key === 'ArrowDown') move(1);
                    else if (event.key === 'ArrowUp') move(-1);
                    else if (event.key === 'Escape') onOpen(null);
                    else return;
                    event.preventDefault();
                  }}
                >
                  <OneLine slug={slug} line={line} isCurrent={line.key === current} />
                </div>
                {isOpen && !isWide && (
                  <Across>
                    <EntryDetails slug={slug} entry={entry} />
                  </Across>
                )}
              </Fragment>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}

/** What takes the width of the grid, in which only rows and cells may be. */
function Across({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: nothing to press
    <div role="row">
      {/* biome-ignore lint/a11y/useSemanticElements: its cell */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing to press */}
      <div role="gridcell">{children}</div>
    </div>
  );
}

function OneLine({ slug, line, isCurrent }: { slug: string; line: Line; isCurrent: boolean }) {
  const entry = line.entries[0];
  const n = line.entries.length;
  const oldest = line.entries[n - 1] as ActivityEntry;
  const place = n === 1 ? placeOf(slug, entry) : null;
  const isText = entry.object_kind === 'pair' || entry.object_kind === 'review' || entry.object_kind === 'document';
  const name = entry.object_name && <span dir="auto">{entry.object_name}</span>;
  return (
    <>
      {/* biome-ignore-start lint/a11y/useSemanticElements: cells of the grid above */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the row is what has the focus */}
      <span role="gridcell" className={classes.time}>
        <time dateTime={entry.at} title={entry.at}>
          {timeOfDay(entry.at)}
        </time>
      </span>
      <span role="gridcell" className={classes.who}>
        <Mark entry={entry} />
        <span dir="auto">{entry.by_name || (entry.is_warning ? 'Unknown' : 'Lectern')}</span>
      </span>
      <span role="gridcell" className={classes.what}>
        {entry.said}{' '}
        {n > 1 ? (
          <b>{manyOf(line)}</b>
        ) : place ? (
          <Link to={place} tabIndex={isCurrent ? 0 : -1} className={isText ? classes.text : classes.name}>
            {name}
          </Link>
        ) : (
          <span className={isText ? classes.text : classes.name}>{name}</span>
        )}
      </span>
      <span role="gridcell" className={classes.detail} dir="auto">
        {n > 1 ? (
          <>
            {timeOfDay(oldest.at)}–{timeOfDay(entry.at)}{' '}
            <IconChevronDown size={14} stroke={1.75} aria-label="Show each" />
          </>
        ) : (
          entry.detail
        )}
      </span>
      <span role="gridcell" className={classes.via} dir="auto">
        {entry.is_warning && entry.address ? entry.address : entry.via}
      </span>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: end */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: end */}
    </>
  );
}

function Mark({ entry }: { entry: ActivityEntry }) {
  const icon = { size: 13, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <span className={classes.mark} aria-hidden="true">
      {entry.is_warning ? (
        <IconAlertTriangle {...icon} />
      ) : entry.via.startsWith('token ') ? (
        <IconKey {...icon} />
      ) : entry.by_name ? (
        initials(entry.by_name)
      ) : (
        <IconSettings {...icon} />
      )}
    </span>
  );
}
