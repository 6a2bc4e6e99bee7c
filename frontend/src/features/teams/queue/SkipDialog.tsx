import { Button, Modal, Radio } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { skipReasons } from './model';

interface SkipDialogProps {
  title: string;
  isPending: boolean;
  error: unknown;
  onSkip: (reason: string) => void;
  onClose: () => void;
}

const other = 'other';

/** Asks why; admins read it. The pair is not offered to this person again. */
export function SkipDialog({ title, isPending, error, onSkip, onClose }: SkipDialogProps) {
  useReturnFocus();
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const reason = chosen === other ? text.trim() : chosen;
  return (
    <Modal opened onClose={onClose} title="Skip this pair">
      <Form
        wide
        onSubmit={() => reason && onSkip(reason)}
        error={error ?? null}
        submit="Skip it"
        isPending={isPending}
        disabled={!reason}
        beside={<Button onClick={onClose}>Cancel</Button>}
      >
        <p className="soft">
          You won’t be offered <b dir="auto">{title}</b> again. Anything you did in it is kept.
        </p>
        <Radio.Group label="Why?" value={chosen} onChange={setChosen}>
          <div style={{ display: 'grid', gap: 8, marginTop: 8 }}>
            {skipReasons.map((one, index) => (
              <Radio key={one} value={one} label={one} data-autofocus={index === 0 || undefined} />
            ))}
            <Radio value={other} label="Another reason" />
          </div>
        </Radio.Group>
        {chosen === other && <TextField label="Reason" required maxLength={200} value={text} onChange={setText} />}
      </Form>
    </Modal>
  );
}
