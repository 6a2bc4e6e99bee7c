import { Select } from '@mantine/core';
import { useState } from 'react';
import { type Normaliser, type System, useScoreAgain } from '@/features/releases/requests/systems';
import { useChooseParams } from '@/lib/useChooseParams';
import { Form } from '@/ui/Form';
import { normalisers } from './normalisers';

/** Has an output scored once more; a recogniser's under another normaliser becomes a row of its own. */
export function ScoreAgain({ system }: { system: System }) {
  const before = system.options.normaliser as Normaliser | undefined;
  const [normaliser, setNormaliser] = useState(before);
  const again = useScoreAgain(system.id);
  const choose = useChooseParams();
  const isNew = normaliser !== before;
  return (
    <Form
      label={`Score ${system.name} again`}
      onSubmit={() =>
        again.mutate(isNew ? normaliser : undefined, {
          onSuccess: ({ id }) => choose({ output: String(id), talk: null }),
        })
      }
      error={again.error}
      submit={isNew ? 'Score in a new row' : 'Score again'}
      isPending={again.isPending}
      secondary
    >
      {before && (
        <Select
          label="Normaliser"
          data={normalisers}
          allowDeselect={false}
          value={normaliser}
          onChange={(value) => setNormaliser(value ?? before)}
        />
      )}
    </Form>
  );
}
