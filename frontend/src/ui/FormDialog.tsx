import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useReturnFocus } from '@/lib/useReturnFocus';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Whether something can be written in it. */
function isTextField(field: EventTarget): field is TextField {
  if (field instanceof HTMLTextAreaElement) return true;
  return field instanceof HTMLInputElement && !['checkbox', 'radio', 'file', 'range'].includes(field.type);
}

interface FormDialogProps extends ModalProps {
  /** Whether text was typed that no field shows at the moment. */
  isWritten?: boolean;
}

/** A dialog that asks before it is closed by Escape, its cross or a click beside it while it has text that was typed. */
export function FormDialog({ isWritten = false, onClose, children, ...props }: FormDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const written = useRef(new Set<TextField>());
  const close = () => {
    const isShown = [...written.current].some((field) => field.isConnected && field.value.trim() !== '');
    if (isShown || isWritten) setAsking(true);
    else onClose();
  };
  const discard = () => {
    written.current.clear();
    setAsking(false);
    onClose();
  };
  const keep = () => setAsking(false);
  if (isAsking && !props.opened) keep(); // what was sent has come through meanwhile
  return (
    <>
      <Modal
        {...props}
        onClose={close}
        closeOnEscape={!isAsking}
        onInput={({ target }: FormEvent) => isTextField(target) && written.current.add(target)}
      >
        {children}
      </Modal>
      {isAsking && <Question onDiscard={discard} onKeep={keep} />}
    </>
  );
}

/** Made only when it is asked: a dialog that is there already would take the same Escape for its own. */
function Question({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onKeep} title="Discard what you wrote?" size="sm" zIndex={300}>
      <Group gap={8}>
        <Button color="red" variant="outline" onClick={onDiscard}>
          Discard
        </Button>
        <Button data-autofocus onClick={onKeep}>
          Keep writing
        </Button>
      </Group>
    </Modal>
  );
}
