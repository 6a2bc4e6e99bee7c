import { Button, FileButton } from '@mantine/core';
import { Link } from 'react-router';
import { bytes, percent } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { CheckedArchive } from './CheckedArchive';
import { ImportedProject } from './ImportedProject';
import classes from './Moving.module.css';
import { isAtWork, type ProjectImport, useBringArchive, useDiscardImport, useProjectImport } from './requests';

/** A project from the archive of another Lectern: checked first, then all of it is imported or nothing. */
export function ImportProjectPage() {
  const id = Number(useAddressParams().get('import')) || null;
  const choose = useChooseParams();
  const bring = useBringArchive((made) => choose({ import: String(made.id) }));
  const found = useProjectImport(id);
  const discard = useDiscardImport();
  const made = id === null ? undefined : found.data;
  const another = () => {
    if (made && made.state === 'checked') discard.mutate(made.id);
    choose({ import: null });
  };
  return (
    <Page
      title="Import a project"
      above={<Link to="/">Projects</Link>}
      lead={made && leadOf(made)}
      actions={made && !isAtWork(made) && <Button onClick={another}>Choose another file</Button>}
    >
      {id === null && (
        <Part title="Archive" note="a file that was exported under Settings, Move and copy">
          {bring.isError && bring.error && <ErrorNote error={bring.error} />}
          {bring.isPending ? (
            <div className={classes.buttons}>
              <Meter value={bring.progress} label="Uploading" text={`Uploading, ${percent(bring.progress)}`} />
              <Button onClick={bring.cancel}>Cancel</Button>
            </div>
          ) : (
            <FileButton accept=".zip" onChange={(file) => file && bring.mutate(file)}>
              {(props) => (
                <Button {...props} variant="filled">
                  Choose a file
                </Button>
              )}
            </FileButton>
          )}
        </Part>
      )}
      {id !== null && <Pending of={found} what="the import" />}
      {made && <State key={made.id} made={made} />}
    </Page>
  );
}

function leadOf({ name, about }: ProjectImport): string {
  const facts = [name];
  if (about.n_bytes)
    facts.push(`${bytes(about.n_bytes)} unpacked`, `format ${about.version}, of Lectern ${about.lectern}`);
  return facts.join(' · ');
}

function State({ made }: { made: ProjectImport }) {
  if (isAtWork(made)) {
    return (
      <Part title={made.state === 'checking' ? 'Checking' : 'Importing'}>
        <Meter value={made.progress} label="How far it is" text={made.message || 'Waiting for a worker'} />
        <p className="soft">You can leave this page.</p>
      </Part>
    );
  }
  if (made.state === 'checked') return <CheckedArchive made={made} />;
  if (made.state === 'done') return <ImportedProject made={made} />;
  return (
    <Part title={made.state === 'failed' ? 'Refused' : 'Cancelled'}>
      <ErrorNote error={made.error || 'Nothing was imported.'} />
    </Part>
  );
}
