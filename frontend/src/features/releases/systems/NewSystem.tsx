import { Button, FileInput, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import type { ReleaseDetail } from '@/features/releases/requests/releases';
import { useScoreSystem } from '@/features/releases/requests/systems';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { TextField } from '@/ui/TextField';
import { languagesOf, linesOf, splitsOf } from './scores';

/** Has the output of a system scored, once a dialog has asked for it. */
export function NewSystem({ release }: { release: ReleaseDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Evaluate a system…</Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Evaluate a system on ${release.title} ${release.version}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Asked release={release} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}

const allRows = 'All rows';

function Asked({ release, onDone }: { release: ReleaseDetail; onDone: () => void }) {
  const statistics = release.contents?.statistics ?? [];
  const [pairs, splits] = [languagesOf(statistics), splitsOf(statistics)];
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [languages, setLanguages] = useState(pairs.length === 1 ? (pairs[0] ?? '') : '');
  const [split, setSplit] = useState('');
  const score = useScoreSystem();
  const errors = formErrors(score.error, ['file', 'name', 'languages', 'split']);
  const lines = linesOf(statistics, languages, split);
  return (
    <Form
      wide
      onSubmit={() => {
        if (file)
          score.mutate({ release: release.id, file, name: name.trim(), languages, split }, { onSuccess: onDone });
      }}
      error={errors.rest}
      submit="Score"
      isPending={score.isPending}
      disabled={!file || (pairs.length > 1 && !languages)}
    >
      <FileInput
        label="Output"
        required
        data-autofocus
        description={
          lines > 0
            ? `A translation has ${plural(lines, 'line')}, one for each row with both texts. Or links: vecAlign beads, as a ZIP if there are several talks. Or JSON lines.`
            : 'A text for each row with both texts; vecAlign beads, as a ZIP if there are several talks; or JSON lines.'
        }
        value={file}
        onChange={(chosen) => {
          setFile(chosen);
          score.reset();
          if (chosen && !name) setName(chosen.name.replace(/\.[^.]*$/u, '').slice(0, 120));
        }}
        error={errors.field('file')}
      />
      <TextField label="Name" maxLength={120} value={name} onChange={setName} error={errors.field('name')} />
      {pairs.length > 1 && (
        <Select
          label="Languages"
          required
          data={pairs}
          value={languages || null}
          onChange={(value) => setLanguages(value ?? '')}
          error={errors.field('languages')}
        />
      )}
      {splits.length > 0 && (
        <Select
          label="Scored on"
          data={[allRows, ...splits]}
          value={split || allRows}
          allowDeselect={false}
          onChange={(value) => setSplit(value === allRows || value === null ? '' : value)}
          error={errors.field('split')}
        />
      )}
    </Form>
  );
}
