import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface WritingDialogProps extends Omit<ModalProps, 'opened'> {
  /** Whether closing the dialog would lose what somebody entered. */
  isWritten: boolean;
}

/** A dialog in which somebody writes: Escape, its cross and a click beside it ask before that is lost. */
export function WritingDialog({ isWritten, onClose, children, ...modal }: WritingDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const asks = isAsking && isWritten;
  useEffect(() => {
    if (asks) keep.current?.focus();
  }, [asks]);
  return (
    <Modal {...modal} opened onClose={() => (isWritten ? setAsking(!asks) : onClose())}>
      {children}
      {asks && (
        <Group gap={8} mt={16} role="group" aria-label="Close the dialog">
          <span className="soft">Close and lose what you entered?</span>
          <Button color="red" variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button ref={keep} onClick={() => setAsking(false)}>
            Go on writing
          </Button>
        </Group>
      )}
    </Modal>
  );
}
