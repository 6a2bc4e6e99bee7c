import { Button } from '@mantine/core';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './Glossary.module.css';
import { type GlossaryTerm, useAddTerm } from './requests';

/** The term that was deleted last, which can be restored. */
export function Removed({ slug, term, onDone }: { slug: string; term: GlossaryTerm; onDone: () => void }) {
  const add = useAddTerm(slug);
  return (
    <div className={classes.removed} role="status">
      <span>
        Deleted “<span dir="auto">{term.source}</span>”.
      </span>
      <Button loading={add.isPending} onClick={() => add.mutate(term, { onSuccess: onDone })}>
        Undo
      </Button>
      {add.isError && <ErrorNote error={add.error} />}
    </div>
  );
}
