import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { count, percent } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { StateBadge } from '@/ui/StateBadge';
import { useDeleteVectors, useSetDefaultVectors, type VectorSet } from './requests';
import classes from './Vectors.module.css';

/** One set of vectors: its size, its progress while it is made, and what an admin can do with it. */
export function VectorRow({ set, canChange }: { set: VectorSet; canChange: boolean }) {
  const choose = useSetDefaultVectors();
  const remove = useDeleteVectors();
  return (
    <tr>
      <th scope="row">
        <span dir="auto">{set.name}</span>
        <small dir="auto">
          {set.source}
          {set.language && `, ${set.language}`}
          {set.is_default && ', default for new runs'}
        </small>
        {set.error && <ErrorNote error={set.error} />}
        {choose.isError && <ErrorNote error={choose.error} />}
        {remove.isError && <ErrorNote error={remove.error} />}
      </th>
      <td data-nowrap>{isLive(set) ? <UnderWay set={set} /> : <StateBadge state={ended(set)} />}</td>
      <td data-right data-label="words" className="num">
        {set.n_words === null ? '–' : count(set.n_words)}
      </td>
      <td data-right data-label="dimension" className="num">
        {set.dimension === null ? '–' : count(set.dimension)}
      </td>
      <td data-nowrap data-label="hash" className={classes.hash} title={set.sha256}>
        {set.sha256 ? set.sha256.slice(0, 10) : '–'}
      </td>
      {canChange && (
        <td data-right>
          <div className={classes.verbs}>
            {set.state === 'ready' && (
              <Button
                loading={choose.isPending}
                onClick={() => choose.mutate({ id: set.id, is_default: !set.is_default })}
                aria-label={set.is_default ? `Stop using ${set.name} by default` : `Make ${set.name} the default`}
              >
                {set.is_default ? 'Remove default' : 'Make default'}
              </Button>
            )}
            <AskFirst
              verb={isLive(set) ? 'Stop' : 'Delete'}
              label={`${isLive(set) ? 'Stop' : 'Delete'} ${set.name}`}
              question={isLive(set) ? 'Progress so far will be lost.' : 'Runs that used it are kept.'}
              yes={isLive(set) ? 'Stop and delete' : 'Delete'}
              isPending={remove.isPending}
              onYes={() => remove.mutate(set.id)}
            />
          </div>
        </td>
      )}
    </tr>
  );
}

function UnderWay({ set }: { set: VectorSet }) {
  const words = set.origin === 'trained' ? 'Training' : set.origin === 'gensim' ? 'Downloading' : 'Reading';
  return (
    <>
      <Meter
        value={set.progress}
        label={set.name}
        text={set.state === 'queued' ? set.message || 'Waiting for a worker' : `${words}, ${percent(set.progress)}`}
      />
      {!set.worker_alive && <small>No worker is running. This starts when one is.</small>}
      {set.message && set.worker_alive && <small>{set.message}</small>}
    </>
  );
}

function ended(set: VectorSet): 'ready' | 'failed' {
  return set.state === 'ready' ? 'ready' : 'failed';
}
