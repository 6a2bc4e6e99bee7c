import { useState } from 'react';
import type { ImportedTalk } from '@/api/types';
import { count, plural } from '@/lib/format';
import { Diff } from './Diff';
import classes from './Imports.module.css';

const STEP = 100;

/** The talks of an archive as its manifest names them; what is wrong or changed stands first. */
export function Talks({ talks }: { talks: ImportedTalk[] }) {
  const [shown, setShown] = useState(STEP);
  const ordered = [...talks].sort((one, other) => weight(other) - weight(one));
  return (
    <>
      <ol className={classes.talks}>
        {ordered.slice(0, shown).map((talk) => (
          <li key={talk.id} data-tone={talk.n_errors > 0 ? 'bad' : undefined}>
            <span dir="auto">{talk.title}</span>
            <span className={classes.note}>
              {talk.n_errors > 0 ? plural(talk.n_errors, 'error') : talk.status === 'new' ? '' : talk.status}
            </span>
            <small>
              <span className={classes.name}>{talk.id}</span> {talk.kinds.join(', ')},{' '}
              {plural(talk.n_units, 'sentence')}
            </small>
            {talk.diff.length > 0 && (
              <details>
                <summary>
                  {count(talk.n_added)} came, {count(talk.n_removed)} went
                  {talk.n_reviews > 0 && `; ${plural(talk.n_reviews, 'review')} carried over`}
                </summary>
                <Diff lines={talk.diff} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {shown < talks.length && (
        <button type="button" className={classes.more} onClick={() => setShown(shown + STEP)}>
          Show {count(Math.min(STEP, talks.length - shown))} more of {count(talks.length)}
        </button>
      )}
    </>
  );
}

function weight(talk: ImportedTalk): number {
  return talk.n_errors > 0 ? 2 : talk.status === 'changed' ? 1 : 0;
}
