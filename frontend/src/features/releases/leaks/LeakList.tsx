import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { type Leak, type LeakCheck, useLeaks } from '@/features/releases/requests/leaks';
import { count } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { Pending, ShowMore } from '@/ui/Pending';
import classes from './Leaks.module.css';
import { kindsOfLeaks, leakText, placeOf } from './leakWords';

/** What a check found of one kind, both sides beside each other. */
export function LeakList({ check }: { check: LeakCheck }) {
  const some = kindsOfLeaks.filter(({ kind }) => check.counts?.[kind]);
  const [kind, setKind] = useState(some[0]?.kind ?? 'talk');
  const pages = useLeaks(check.id, kind);
  const leaks = pages.data?.pages.flatMap((page) => page.leaks) ?? [];
  const n = check.counts?.[kind] ?? 0;
  return (
    <>
      <SegmentedControl
        className={classes.kinds}
        aria-label="Kind of leak"
        value={kind}
        onChange={setKind}
        data={some.map(({ kind: value, label }) => ({ value, label: `${label} ${count(check.counts?.[value] ?? 0)}` }))}
      />
      <Pending of={pages} what="leaks" />
      <ol className={classes.list} aria-label="Leaks">
        {leaks.map((leak) => (
          <LeakItem key={leak.number} leak={leak} />
        ))}
      </ol>
      <ShowMore of={pages} />
      {pages.data && !pages.hasNextPage && leaks.length < n && (
        <p className="soft">
          The {count(leaks.length)} that are most alike, of {count(n)}.
        </p>
      )}
    </>
  );
}

function LeakItem({ leak }: { leak: Leak }) {
  const { ours, theirs, kind } = leak;
  const language = ours.language || theirs.language || '';
  return (
    <li>
      <small dir="auto">{placeOf(ours)}</small>
      <small dir="auto">{placeOf(theirs)}</small>
      {ours.text !== undefined && (
        <>
          <p lang={language || undefined} dir="auto">
            {ours.text}
          </p>
          <p lang={language || undefined} dir="auto">
            {kind === 'near_text' ? (
              <Difference before={ours.text} after={theirs.text ?? ''} language={language} />
            ) : (
              theirs.text
            )}
          </p>
        </>
      )}
      {leakText(leak) && <small className={classes.said}>{leakText(leak)}</small>}
    </li>
  );
}
