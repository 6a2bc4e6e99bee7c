import { Checkbox } from '@mantine/core';
import { IconCheck, IconClock, IconHourglass, IconX } from '@tabler/icons-react';
import { percent } from '@/lib/format';
import { right, Table, unseen } from '@/ui/Table';
import { toggled } from './model';
import type { Submission } from './requests';
import classes from './Transcripts.module.css';

const states = {
  accepted: ['accepted', IconCheck, 'good'],
  rejected: ['rejected', IconX, 'bad'],
  held: ['held', IconHourglass, 'wait'],
  open: ['at work', IconClock, ''],
  lapsed: ['claim ended', IconClock, ''],
  withdrawn: ['withdrawn', IconX, ''],
} as const;

interface SubmissionTableProps {
  passes: readonly Submission[];
  chosen: ReadonlySet<number>;
  onChoose: (chosen: ReadonlySet<number>) => void;
  opened: number | null;
  onOpen: (id: number) => void;
}

/** One submission a row; what broke a limit is bold. */
export function SubmissionTable({ passes, chosen, onChoose, opened, onOpen }: SubmissionTableProps) {
  const columns = [
    unseen('Choose'), 'By', 'Talk', 'Pass', right('Masks'), right('Filled'), right('s / mask'), right('Check masks'),
    right('Same'), 'State', 'Why',
  ]; // biome-ignore format: a table
  return (
    <Table label="Submissions" columns={columns}>
      {passes.map((one) => (
        <tr key={one.id} data-opened={one.id === opened || undefined} className={classes.row}>
          <td>
            {one.figures && (
              <Checkbox
                aria-label={`Choose ${one.user.name}, ${one.title}`}
                checked={chosen.has(one.id)}
                onChange={() => onChoose(toggled(chosen, one.id))}
              />
            )}
          </td>
          <td>{one.user.name}</td>
          <td dir="auto">
            <button type="button" className={classes.title} onClick={() => onOpen(one.id)}>
              {one.title}
            </button>
          </td>
          <td>{one.kind === 'first' ? '1st' : '2nd'}</td>
          <Figures one={one} />
          <td>
            <State state={one.state} />
          </td>
          <td>{one.reason}</td>
        </tr>
      ))}
    </Table>
  );
}

function Figures({ one }: { one: Submission }) {
  const { figures } = one;
  const broken = new Set(one.broken.map(({ name }) => name));
  const cells = [
    ['Masks', '', figures ? one.n_masks : `${one.n_filled} of ${one.n_masks}`],
    ['Filled', 'min_filled', percent(figures ? figures.filled : one.n_filled / Math.max(1, one.n_masks))],
    ['s / mask', 'min_seconds', figures?.seconds?.toFixed(1) ?? '–'],
    ['Check masks', 'min_planted', figures ? `${figures.n_right} / ${figures.n_planted}` : '–'],
    ['Same', 'max_same', figures?.same != null && one.kind === 'second' ? percent(figures.same) : '–'],
  ] as const;
  return cells.map(([label, name, value]) => (
    <td key={label} data-label={label} data-right className="num" data-broken={broken.has(name) || undefined}>
      {value}
    </td>
  ));
}

function State({ state }: { state: Submission['state'] }) {
  const [word, Icon, tone] = states[state];
  return (
    <span className={classes.state} data-tone={tone}>
      <Icon size={14} stroke={1.75} aria-hidden="true" /> {word}
    </span>
  );
}
