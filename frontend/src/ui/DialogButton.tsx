import { Button, type ButtonProps, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

interface DialogButtonProps extends Omit<ButtonProps, 'children'> {
  verb: ReactNode;
  /** The button's full name, where the verb alone does not say what it acts on. */
  label?: string;
  title: string;
  /** The content of the dialog; `close` closes it. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ verb, label, title, children, ...look }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...look} aria-label={label} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {children(close)}
      </Modal>
    </>
  );
}
