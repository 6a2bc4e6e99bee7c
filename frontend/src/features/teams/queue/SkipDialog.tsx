import { Button, Radio } from '@mantine/core';
import { useState } from 'react';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { FormDialog } from '@/ui/FormDialog';
import { TextField } from '@/ui/TextField';
import { skipReasons } from './model';
import type { QueueActs } from './useQueueActs';

const other = 'other';

/** Asks why; admins read it. The pair is not offered to this person again. */
export function SkipDialog({ title, acts }: { title: string; acts: QueueActs }) {
  useReturnFocus();
  const [chosen, setChosen] = useState('');
  const [text, setText] = useState('');
  const reason = chosen === other ? text.trim() : chosen;
  return (
    <FormDialog opened onClose={acts.stopSkipping} title="Skip this pair">
      <Form
        wide
        onSubmit={() => reason && acts.skip(reason)}
        error={acts.skipError}
        submit="Skip it"
        isPending={acts.isSkipPending}
        disabled={!reason}
        beside={<Button onClick={acts.stopSkipping}>Cancel</Button>}
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
    </FormDialog>
  );
}
