import { Button, Modal, Radio, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason) onSkip(reason);
  };
  return (
    <Modal opened onClose={onClose} title="Skip this pair">
      <form onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
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
        {chosen === other && (
          <TextInput
            label="Reason"
            required
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {error != null && <ErrorNote error={error} />}
        <div style={{ display: 'flex', gap: 8 }}>
          <Button type="submit" variant="filled" loading={isPending} disabled={!reason}>
            Skip it
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  );
}
