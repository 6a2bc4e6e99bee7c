import { Checkbox } from '@mantine/core';
import { IconPin } from '@tabler/icons-react';
import { count, plural } from '@/lib/format';
import { right, Table } from '@/ui/Table';
import type { Rules } from '../requests';
import { codesOf, ruleWords } from '../words';
import type { Talk } from './requests';
import classes from './Talks.module.css';

interface TalkTableProps {
  talks: readonly Talk[];
  rules: Rules;
  active: number;
  canChange: boolean;
  onActive: (at: number) => void;
  onToggle: (talk: Talk) => void;
  onOpen: (talk: Talk) => void;
}

export function TalkTable({ talks, rules, active, canChange, onActive, onToggle, onOpen }: TalkTableProps) {
  return (
    <Table
      label="Talks"
      className={classes.table}
      columns={['In', 'Talk', 'Languages', right('In / rows'), 'Basis', 'Part']}
    >
      {talks.map((talk, at) => {
        const isIn = talk.why_out === null;
        const isDecided = !isIn && talk.out_as === null;
        return (
          <tr
            key={talk.pair}
            aria-current={at === active || undefined}
            data-out={!isIn || undefined}
            onClick={() => onActive(at)}
          >
            <td>
              <Checkbox
                aria-label={`${talk.title} is in`}
                checked={isIn}
                disabled={!canChange || isDecided}
                title={isDecided ? whyOut(talk, rules) : undefined}
                onChange={() => onToggle(talk)}
              />
            </td>
            <td className={classes.title}>
              <button type="button" onClick={() => onOpen(talk)} title={talk.speaker || undefined}>
                <bdi>{talk.title}</bdi>
              </button>
            </td>
            <td className={classes.codes}>{codesOf(talk.languages)}</td>
            <td className="num" data-right>
              {count(talk.n_in)} / {count(talk.n_rows)}
            </td>
            <td title={talk.reason || undefined}>
              <Basis talk={talk} rules={rules} />
            </td>
            <td className={classes.part}>
              <Part talk={talk} />
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Basis({ talk, rules }: { talk: Talk; rules: Rules }) {
  if (talk.why_out !== null) {
    const waits = talk.why_out === 'waits' && talk.n_wanted > 0;
    return <span className={waits ? classes.doubt : undefined}>{whyOut(talk, rules)}</span>;
  }
  if (talk.basis === 'chosen') {
    return (
      <span className={classes.doubt}>
        chosen{talk.chosen?.by && ': '}
        {talk.chosen?.by && <bdi>{talk.chosen.by}</bdi>}
      </span>
    );
  }
  return talk.basis;
}

function Part({ talk }: { talk: Talk }) {
  if (talk.part === null) return '–';
  const isElsewhere = talk.pin !== null && talk.pin !== talk.part;
  return (
    <>
      <i data-part={['train', 'dev', 'test'].indexOf(talk.part)} aria-hidden="true" /> {talk.part || 'no split'}
      {talk.pin && (
        <span
          className={isElsewhere ? classes.doubt : classes.pin}
          title={
            isElsewhere ? `Pinned to ${talk.pin}, but another talk of its speaker is pinned to ${talk.part}` : 'Pinned'
          }
        >
          <IconPin size={14} aria-hidden="true" />
          <span className="vh">{isElsewhere ? `, pinned to ${talk.pin}` : ', pinned'}</span>
        </span>
      )}
    </>
  );
}

/** Why a talk is out, in a few words. */
export function whyOut(talk: Talk, rules: Rules): string {
  if (talk.why_out === 'waits')
    return talk.n_wanted > 0 ? `waits for ${plural(talk.n_wanted, 'review')}` : 'no gold yet';
  if (talk.why_out === 'rows') return 'no row passes';
  if (talk.why_out === 'talks_out') return 'taken out';
  if (talk.why_out === 'exclude') return 'excluded';
  if (talk.why_out === 'without') return 'by their reviewer';
  return `not: ${ruleWords(talk.why_out ?? '', rules)}`;
}
