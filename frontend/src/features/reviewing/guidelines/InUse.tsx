import { Button } from '@mantine/core';
import { plural } from '@/lib/format';
import classes from './Guidelines.module.css';

/** Why a label or value cannot be deleted, and the way out. */
export function InUse({ name, uses, onHide }: { name: string; uses: number; onHide: () => void }) {
  return (
    <p className={classes.inUse} role="alert">
      {name} is used in {plural(uses, 'row')}. Hide it instead.{' '}
      <Button size="compact-sm" onClick={onHide}>
        Hide it
      </Button>
    </p>
  );
}
