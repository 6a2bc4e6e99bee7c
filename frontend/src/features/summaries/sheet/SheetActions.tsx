/** Printing the summary, and its files. */

import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { fileAddress, type SummaryOf } from '@/features/summaries/requests/summaries';
import type { Length } from '@/lib/summary';
import styles from './Sheet.module.css';

const forms = [
  ['text', 'Text'],
  ['jsonl', 'JSON lines'],
  ['talksumm', 'TalkSumm’s form (TSV)'],
  ['table4', 'Alignment table (CSV)'],
  ['table4-jsonl', 'Alignment table (JSON lines)'],
] as const;

export function SheetActions({ of, length, byRank }: { of: SummaryOf; length: Length; byRank: boolean }) {
  return (
    <span className={styles.actions}>
      <Button
        variant="subtle"
        leftSection={<IconPrinter size={15} stroke={1.75} aria-hidden="true" />}
        onClick={() => window.print()}
      >
        Print
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={13} stroke={1.75} aria-hidden="true" />}>Export</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {forms.map(([form, label]) => (
            <Menu.Item key={form} component="a" href={fileAddress(of, form, length, byRank)} download>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
}
