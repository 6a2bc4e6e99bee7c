import { Button } from '@mantine/core';
import { isLive } from '@/api/work';
import { ErrorNote } from '@/ui/ErrorNote';
import { Meter } from '@/ui/Meter';
import { type PageSearches, useRemoveSearch } from './searches';
import classes from './Timeline.module.css';

interface SearchProgressProps {
  pair: number;
  search: PageSearches['search'];
  mayChange: boolean;
}

/** How far the search of a recording is, or why it failed. */
export function SearchProgress({ pair, search, mayChange }: SearchProgressProps) {
  const remove = useRemoveSearch(pair);
  if (!search || search.state === 'done') return null;
  if (!isLive(search))
    return (
      <div className={classes.search}>
        <ErrorNote error={search.error} />
        {mayChange && (
          <Button loading={remove.isPending} onClick={() => remove.mutate()}>
            Dismiss
          </Button>
        )}
      </div>
    );
  return (
    <div className={classes.search}>
      <span>
        Finding the pages in <b>{search.name}</b>
      </span>
      <Meter
        value={search.progress}
        label="Finding the pages in a recording"
        text={search.message || 'Waiting for a worker'}
      />
      <span className="soft">You can leave this page.</span>
      {mayChange && (
        <Button loading={remove.isPending} onClick={() => remove.mutate()}>
          Cancel
        </Button>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
    </div>
  );
}
