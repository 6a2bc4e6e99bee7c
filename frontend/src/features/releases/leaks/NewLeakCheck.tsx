import { FileInput, MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { TestSet } from '@/api/types';
import { useRequestLeakCheck } from '@/features/releases/requests/leaks';
import { useReleases } from '@/features/releases/requests/releases';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';

/** Larger texts are compared from the shell. */
const mostMegabytes = 15;

/** Asks for a leak check, once a dialog has asked what to compare with. */
export function NewLeakCheck({ set }: { set: TestSet }) {
  return (
    <DialogButton verb="Check for leaks" label={`Check for leaks in ${set.name}`} title={`Check ${set.name} for leaks`}>
      {(close) => <Asked set={set} onDone={close} />}
    </DialogButton>
  );
}

function Asked({ set, onDone }: { set: TestSet; onDone: () => void }) {
  const others = (useReleases(set.project).data ?? []).filter(
    ({ test_set, n_rows }) => test_set !== set.id && n_rows !== null,
  );
  const [chosen, setChosen] = useState<string[]>([]);
  const [file, setFile] = useState<File | null>(null);
  const [unreadable, setUnreadable] = useState('');
  const request = useRequestLeakCheck();
  const errors = formErrors(request.error, ['releases', 'lines']);
  const isTooLarge = file !== null && file.size > mostMegabytes * 1_000_000;
  const submit = async () => {
    setUnreadable('');
    let lines = '';
    try {
      lines = file ? new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()) : '';
    } catch {
      setUnreadable('This file is not UTF-8 text.');
      return;
    }
    const body = { test_set: set.id, releases: chosen.map(Number), lines, lines_name: file?.name.slice(0, 120) ?? '' };
    request.mutate(body, { onSuccess: onDone });
  };
  return (
    <Form
      wide
      onSubmit={() => void submit()}
      error={errors.rest}
      submit="Check"
      isPending={request.isPending}
      disabled={isTooLarge}
    >
      <p className="soft">Its parts (train, dev and test) are always compared with each other.</p>
      <MultiSelect
        label="Compare with releases"
        placeholder={others.length === 0 ? 'No releases of other test sets' : undefined}
        data={others.map(({ id, title, version }) => ({ value: String(id), label: `${title} ${version}` }))}
        value={chosen}
        onChange={setChosen}
        error={errors.field('releases')}
        disabled={others.length === 0}
        searchable
        clearable
      />
      <FileInput
        label="Compare with a text"
        description={`UTF-8, one sentence a line, up to ${mostMegabytes} MB; larger ones with manage.py release leaks`}
        placeholder="Choose a file"
        accept=".txt,.en,.ja,.de,.fr,.es,.zh,text/plain"
        value={file}
        onChange={setFile}
        error={isTooLarge ? `This file is larger than ${mostMegabytes} MB.` : unreadable || errors.field('lines')}
        clearable
      />
    </Form>
  );
}
