import { Button } from '@mantine/core';
import type { LeftOut } from '@/api/types';
import classes from './LeftOutList.module.css';

interface LeftOutListProps {
  entries: LeftOut[];
  disabled: boolean;
  /** Gets the indices of all that is put back. */
  onPutBack: (indices: number[]) => void;
}

/** Text that became no sentence, and why; a click uses it after all. */
export function LeftOutList({ entries, disabled, onPutBack }: LeftOutListProps) {
  if (entries.length === 0) return <p className="soft">All of the file's text is used.</p>;
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
            aria-label={`${entry.put_back ? 'Do not use' : 'Use'}: ${entry.text.slice(0, 60)}`}
            onClick={() =>
              onPutBack(entry.put_back ? back.filter((index) => index !== entry.index) : [...back, entry.index])
            }
          >
            {entry.put_back ? 'Do not use' : 'Use'}
          </Button>
        </li>
      ))}
    </ul>
  );
}
