import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './BulkBar.module.css';
import { Key, shortcutOf } from './Keys';

interface BulkBarProps {
  /** The name of the bar: "Selected pairs". */
  label: string;
  /** How many are chosen. */
  chosen: ReactNode;
  clearKeys: readonly string[];
  onClear: () => void;
  /** The actions on them. */
  children: ReactNode;
}

/** Above a list: what can be done with those of its rows that are chosen. */
export function BulkBar({ label, chosen, clearKeys, onClear, children }: BulkBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classes.bar} role="group" aria-label={label}>
      <span className={classes.chosen}>{chosen}</span>
      {children}
      <Button variant="subtle" color="gray" onClick={onClear} aria-keyshortcuts={shortcutOf(clearKeys)}>
        Clear <Key of={clearKeys} />
      </Button>
    </div>
  );
}

/** The outcome, until somebody has read it. actions : what can be done about it. */
export function BulkResult({
  words,
  actions,
  onClose,
}: {
  words: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
}) {
  return (
    <div className={`${classes.bar} ${classes.result}`}>
      <span className={classes.chosen}>{words}</span>
      {actions}
      <Button variant="subtle" color="gray" onClick={onClose}>
        Dismiss
      </Button>
    </div>
  );
}
