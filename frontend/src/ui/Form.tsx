import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNote } from './ErrorNote';
import classes from './Form.module.css';

interface FormProps {
  /** Names the form where its heading does not. */
  label?: string;
  onSubmit: () => void;
  /** The error that no field shows, from `formErrors`. */
  error: unknown;
  /** The words on the button that sends the form. */
  submit: ReactNode;
  isPending: boolean;
  disabled?: boolean;
  /** Not the main act of its page: the button is plain. */
  secondary?: boolean;
  /** Wider than a column of fields; or as wide as what it stands in, for fields in two columns. */
  wide?: boolean | 'whole';
  /** It takes something away. */
  removes?: boolean;
  /** Beside the button: a way out, or whether the form has been saved. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Fields one below the other, then what went wrong, then the button. */
export function Form({
  label,
  onSubmit,
  error,
  submit,
  isPending,
  disabled,
  secondary,
  wide,
  removes,
  beside,
  children,
}: FormProps) {
  return (
    <form
      aria-label={label}
      className={wide === 'whole' ? classes.whole : wide ? classes.wide : classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
      {error !== null && <ErrorNote error={error} />}
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant={removes ? 'outline' : secondary ? 'default' : 'filled'}
          color={removes ? 'red' : undefined}
          loading={isPending}
          disabled={disabled}
        >
          {submit}
        </Button>
        {beside}
      </div>
    </form>
  );
}
