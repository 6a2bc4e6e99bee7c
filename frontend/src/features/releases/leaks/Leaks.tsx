import { Button } from '@mantine/core';
import type { TestSet } from '@/api/types';
import { isLive } from '@/api/work';
import { type LeakCheck, useLeakChecks, useRemoveLeakCheck } from '@/features/releases/requests/leaks';
import { dateTime, percent } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Pending } from '@/ui/Pending';
import { LeakList } from './LeakList';
import classes from './Leaks.module.css';
import { comparedWith, nLeaks } from './leakWords';
import { NewLeakCheck } from './NewLeakCheck';

interface LeaksProps {
  set: TestSet;
  canChange: boolean;
}

/** What a test set has in common with what it is to be kept from: its last check, and asking for another. */
export function Leaks({ set, canChange }: LeaksProps) {
  return (
    <section className={classes.leaks} aria-labelledby="leaks-head">
      <h2 id="leaks-head">Leaks</h2>
      <LastCheck set={set} canChange={canChange} />
    </section>
  );
}

function LastCheck({ set, canChange }: LeaksProps) {
  const checks = useLeakChecks(set.id);
  const remove = useRemoveLeakCheck();
  const check = checks.data?.[0];
  if (!checks.data) return <Pending of={checks} what="the last check" />;
  return (
    <>
      {check ? (
        <Check check={check} />
      ) : (
        <p className="soft">
          Not checked yet. A check compares talks, speakers and texts of train, dev and test, and of other releases or a
          text of yours.
        </p>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
      {canChange && (
        <div className={classes.verbs}>
          {check && isLive(check) ? (
            <Button loading={remove.isPending} onClick={() => remove.mutate(check.id)}>
              Cancel the check
            </Button>
          ) : (
            <NewLeakCheck set={set} />
          )}
        </div>
      )}
    </>
  );
}

function Check({ check }: { check: LeakCheck }) {
  if (isLive(check))
    return (
      <p className="muted num" role="status">
        {percent(check.progress)} {check.message || 'Waiting for a worker'}
      </p>
    );
  if (check.state === 'failed') return <p role="alert">{check.error}</p>;
  return (
    <>
      <p className="muted num" role="status">
        {nLeaks(check) === 0 ? 'No leaks found. ' : ''}
        {comparedWith(check)}
        {check.finished_at && `; checked ${dateTime(check.finished_at)}`}
      </p>
      {nLeaks(check) > 0 && <LeakList key={check.id} check={check} />}
    </>
  );
}
