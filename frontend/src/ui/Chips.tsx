import { count } from '@/lib/format';
import classes from './Chips.module.css';

interface ChipsProps {
  label: string;
  /** `n`: how many there are, absent until it is known. */
  options: readonly { value: string; label: string; n?: number | undefined }[];
  chosen: string;
  onChoose: (value: string) => void;
}

/** Filters of a list, each with how many it leaves; one of them is pressed. */
export function Chips({ label, options, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset className={classes.chips}>
      <legend className="vh">{label}</legend>
      {options.map(({ value, label, n }) => (
        <button
          key={value}
          type="button"
          className={classes.chip}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {label} {n !== undefined && <span className="num">{count(n)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
