import { Modal } from '@mantine/core';
import { IconPlus, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { PairDetail } from '@/api/types';
import { DialogButton } from '@/ui/DialogButton';
import { KeyLine } from '@/ui/Keys';
import { Page, Part } from '@/ui/Page';
import { BringTexts } from './BringTexts';
import classes from './Generated.module.css';
import { KeySheet } from './KeySheet';
import { anywhere, moving, sending } from './keys';
import { directions, sentOf } from './model';
import { NewRun } from './NewRun';
import { RunsTable } from './RunsTable';
import { type GenerationRun, useHumanMeans } from './requests';
import { SlidesOfRun } from './SlidesOfRun';
import { TextActions } from './TextActions';
import { Tools } from './Tools';
import { ToRaters } from './ToRaters';
import { useGenerated } from './useGenerated';

interface GeneratedViewProps {
  slug: string;
  pair: PairDetail;
  runs: readonly GenerationRun[];
  mayChange: boolean;
  role: string | null | undefined;
}

/** One talk of one run, slide by slide, and all runs of the project in this direction. */
export function GeneratedView({ slug, pair, runs, mayChange, role }: GeneratedViewProps) {
  const [opened, setOpened] = useState<'sent' | 'raters' | 'sheet' | null>(null);
  const shown = useGenerated(pair, runs, mayChange, setOpened);
  const { run, open, direction } = shown;
  const means = useHumanMeans(slug, role);
  const close = () => setOpened(null);
  const then = (done: () => void) => (id: number) => {
    shown.chooseRun(id);
    done();
  };
  const dialogs = { slug, direction };
  return (
    <Page
      title="Generated text"
      guide="admin#generated-text"
      above={<Link to={`/p/${slug}/pairs/${pair.id}`}>{pair.title}</Link>}
      lead="What systems made of the slides of a talk, or of what was said on them, beside the talk’s own text."
      actions={
        mayChange && (
          <>
            <DialogButton leftSection={<IconUpload size={16} />} verb="Import texts…" title="Import texts">
              {(done) => <BringTexts {...dialogs} onDone={then(done)} />}
            </DialogButton>
            <DialogButton
              variant="filled"
              leftSection={<IconPlus size={16} />}
              verb="New run…"
              title={`New run, ${directions[direction].label}`}
            >
              {(done) => <NewRun {...dialogs} onDone={then(done)} />}
            </DialogButton>
          </>
        )
      }
    >
      <Tools shown={shown} />
      {run ? (
        <SlidesOfRun
          shown={shown}
          run={run}
          human={open ? means.texts.get(open.id) : undefined}
          language={pair.target.language}
          actions={
            open && (
              <TextActions
                run={run}
                open={open}
                mayChange={mayChange}
                onSent={() => setOpened('sent')}
                onRaters={() => setOpened('raters')}
              />
            )
          }
        />
      ) : (
        <p className={classes.empty}>
          No texts in this direction yet.{' '}
          {mayChange ? 'Start a run, or import texts that were made elsewhere.' : 'Project admins can start a run.'}
        </p>
      )}
      {shown.ofDirection.length > 0 && (
        <Part title={directions[direction].label} note="ROUGE F × 100, mean over the slides that have a text">
          <RunsTable
            means={means}
            direction={direction}
            runs={shown.ofDirection}
            chosen={run?.id}
            mayChange={mayChange}
            onChoose={shown.chooseRun}
          />
        </Part>
      )}
      <div className={classes.footer}>
        <KeyLine of={[...moving, ...(mayChange ? sending : []), ...anywhere]} />
      </div>
      {run && open && (
        <>
          <Modal opened={opened === 'sent'} onClose={close} title={`As sent for slide ${open.page}`}>
            <pre className={classes.sent}>{run.prompt || 'The texts came in a file without their prompt.'}</pre>
            <pre className={classes.sent}>{sentOf(open, run.direction)}</pre>
            <p className="soft">
              {run.model} {run.temperature !== null && `temperature ${run.temperature}`}{' '}
              {run.seed !== null && `seed ${run.seed}`}
            </p>
          </Modal>
          <Modal opened={opened === 'raters'} onClose={close} title="Send to raters">
            <ToRaters run={run} open={open} texts={shown.texts} />
          </Modal>
        </>
      )}
      {opened === 'sheet' && <KeySheet maySend={mayChange} onClose={close} />}
    </Page>
  );
}
