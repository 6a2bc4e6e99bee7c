import { count } from '@/lib/format';
import classes from './Chips.module.css';

interface Option {
  value: string;
  label: string;
  /** How many there are, absent until it is known. */
  n?: number | undefined;
  /** It matters that there are some. */
  isWarning?: boolean;
  /** The first of another kind than those before. */
  isApart?: boolean;
}

interface ChipsProps {
  label: string;
  options: readonly Option[];
  chosen: string;
  onChoose: (value: string) => void;
  /** They never wrap: where there is no room for all, they scroll. */
  isOneRow?: boolean;
}

/** Filters of a list, each with how many it leaves; one of them is pressed. */
export function Chips({ label, options, chosen, onChoose, isOneRow }: ChipsProps) {
  return (
    <fieldset className={classes.chips} data-row={isOneRow || undefined}>
      <legend className="vh">{label}</legend>
      {options.map(({ value, label, n, isWarning, isApart }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={value === chosen}
          data-warning={(isWarning && Boolean(n)) || undefined}
          data-apart={isApart || undefined}
          onClick={() => onChoose(value)}
        >
          {label} {n !== undefined && <span className="num">{count(n)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
