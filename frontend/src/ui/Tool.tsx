import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Key, shortcutOf } from './Keys';

interface ToolProps {
  of: readonly string[];
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button that says its key. */
export function Tool({ of, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <Button
      size="compact-sm"
      aria-keyshortcuts={shortcutOf(of)}
      disabled={isDisabled}
      rightSection={<Key of={of} />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
