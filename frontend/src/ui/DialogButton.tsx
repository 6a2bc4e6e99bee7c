import { Button, type ButtonProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormDialog } from './FormDialog';

interface DialogButtonProps extends Omit<ButtonProps, 'children'> {
  verb: ReactNode;
  /** The button's full name, where the verb alone does not say what it acts on. */
  label?: string;
  title: string;
  /** The width of a dialog that has two columns, in pixels. */
  width?: number;
  /** The content of the dialog; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ verb, label, title, width, children, ...look }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...look} aria-label={label} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <FormDialog opened={isOpen} onClose={close} title={title} {...(width && { size: width })}>
        {children(close)}
      </FormDialog>
    </>
  );
}
