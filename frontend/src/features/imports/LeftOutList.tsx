import { Button } from '@mantine/core';
import type { LeftOut } from '@/api/types';
import classes from './LeftOutList.module.css';

interface LeftOutListProps {
  entries: LeftOut[];
  disabled: boolean;
  /** Gets the indices of all that is put back. */
  onPutBack: (indices: number[]) => void;
}

/** What the importer made no sentence of, and why; a click puts it back. */
export function LeftOutList({ entries, disabled, onPutBack }: LeftOutListProps) {
  if (entries.length === 0) return <p className="soft">Nothing was left out.</p>;
  const back = entries.filter(({ put_back }) => put_back).map(({ index }) => index);
  return (
    <ul className={classes.left}>
      {entries.map((entry) => (
        <li key={entry.index}>
          <div>
            <p dir="auto">{entry.text}</p>
            <small>
              {[entry.page ? `page ${entry.page}` : null, entry.line ? `line ${entry.line}` : null, entry.reason]
                .filter(Boolean)
                .join(', ')}
            </small>
          </div>
          <Button
            disabled={disabled}
            aria-label={`${entry.put_back ? 'Leave out' : 'Put back'}: ${entry.text.slice(0, 60)}`}
            onClick={() =>
              onPutBack(entry.put_back ? back.filter((index) => index !== entry.index) : [...back, entry.index])
            }
          >
            {entry.put_back ? 'Leave out' : 'Put back'}
          </Button>
        </li>
      ))}
    </ul>
  );
}
