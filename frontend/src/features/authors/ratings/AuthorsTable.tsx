import type { Invitation } from '@/api/types';
import { KeyLine } from '@/ui/Keys';
import { Pager } from '@/ui/Pager';
import { findKeys } from '@/ui/SearchField';
import { InvitationsTable } from './InvitationsTable';
import { keys } from './keys';
import styles from './Ratings.module.css';
import type { RowAct } from './states';
import type { ChosenRows } from './useChosenRows';

interface AuthorsTableProps {
  slug: string;
  rows: readonly Invitation[];
  /** On all pages. */
  total: number;
  chosen: ChosenRows;
  canChange: boolean;
  sendsEmail: boolean;
  onAct: (act: RowAct, invitation: Invitation) => void;
}

/** A page of authors, with the keys of the table. */
export function AuthorsTable({ slug, rows, total, chosen, canChange, sendsEmail, onAct }: AuthorsTableProps) {
  const changing = [
    ['select', keys.toggle],
    ['remind', keys.remind],
    ['copy link', keys.copy],
  ] as const;
  return (
    <>
      <InvitationsTable
        slug={slug}
        rows={rows}
        active={chosen.active}
        chosen={chosen.chosen}
        canChange={canChange}
        sendsEmail={sendsEmail}
        onActive={chosen.setActive}
        onToggle={chosen.toggle}
        onToggleAll={chosen.toggleAll}
        onAct={onAct}
      />
      <Pager total={total} what="authors" />
      <div className={styles.keys}>
        <KeyLine
          of={[
            ['move', keys.next, keys.previous],
            ...(canChange ? changing : []),
            ['answers', keys.open],
            ['find', findKeys],
          ]}
        />
      </div>
    </>
  );
}
