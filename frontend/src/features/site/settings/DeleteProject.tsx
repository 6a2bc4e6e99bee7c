import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useRemoveProject } from '@/api/projects';
import type { Got, Project } from '@/api/types';
import { isAsShown } from '@/lib/blanks';
import { dateTime, plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import { useWhatGoes } from './requests';

const DAY = 24 * 3600 * 1000;

/** Deletes a project with everybody's work in it: says what goes, wants an archive first, and its name typed. */
export function DeleteProject({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  return (
    <Part title="Delete project">
      <p className="soft" style={{ marginBottom: 8 }}>
        This also deletes its documents, runs, reviews, test sets and authors’ answers.{' '}
        <Link to={`/p/${project.slug}/settings/move`}>Export the project</Link> first.
      </p>
      <Button onClick={() => setAsking(true)}>Delete project</Button>
      <Modal opened={asking} onClose={() => setAsking(false)} title="Delete project">
        <Ask project={project} close={() => setAsking(false)} />
      </Modal>
    </Part>
  );
}

/** "24 pairs, 57 texts, 49 runs, 61 reviews with 4,020 edits" */
function whatGoes(counts: Got<'Exports'>['counts']): string {
  const n = (what: string) => counts[what] ?? 0;
  const edits = n('edits') > 0 ? ` with ${plural(n('edits'), 'edit')}` : '';
  return [
    plural(n('pairs'), 'pair'),
    plural(n('documents'), 'text'),
    plural(n('recordings'), 'recording'),
    plural(n('runs'), 'run'),
    `${plural(n('reviews'), 'review')}${edits}`,
    plural(n('test_sets'), 'test set'),
  ].join(', ');
}

function Ask({ project, close }: { project: Project; close: () => void }) {
  useReturnFocus();
  const going = useWhatGoes(project.slug);
  const remove = useRemoveProject();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [anyway, setAnyway] = useState(false);
  const archive = going.data?.exports.find(
    ({ state, created_at }) => state === 'done' && Date.now() - Date.parse(created_at) < DAY,
  );
  const nReleases = going.data?.counts.releases ?? 0;
  return (
    <Form
      wide
      removes
      submit="Delete permanently"
      error={remove.error}
      isPending={remove.isPending}
      disabled={!going.data || nReleases > 0 || !(archive || anyway) || !isAsShown(typed, project.name)}
      onSubmit={() => remove.mutate(project.slug, { onSuccess: () => void navigate('/') })}
      beside={<Button onClick={close}>Cancel</Button>}
    >
      <Pending of={going} what="what goes" />
      {going.data && (
        <p>
          This deletes <b dir="auto">{project.name}</b>: {whatGoes(going.data.counts)}. You can’t undo this.
        </p>
      )}
      {nReleases > 0 && (
        <p role="alert">
          It has {plural(nReleases, 'release')}, which others may have cited. A site admin can delete releases, each
          with a reason; then the project can be deleted.
        </p>
      )}
      {archive && nReleases === 0 && (
        <p className="soft">Its archive of {dateTime(archive.created_at)} goes too: download it first.</p>
      )}
      {going.data && !archive && nReleases === 0 && (
        <Checkbox
          label="Delete it without an archive of today"
          checked={anyway}
          onChange={(event) => setAnyway(event.currentTarget.checked)}
        />
      )}
      {nReleases === 0 && (
        <TextField
          label="Type its name to confirm"
          required
          autoComplete="off"
          data-autofocus
          dir="auto"
          value={typed}
          onChange={setTyped}
        />
      )}
    </Form>
  );
}
