import { Button, SegmentedControl, Select } from '@mantine/core';
import { plural } from '@/lib/format';
import { shortcutOf } from '@/ui/Keys';
import classes from './Generated.module.css';
import { keys } from './keys';
import { directions } from './model';
import type { Direction } from './requests';
import type { Generated } from './useGenerated';

/** The direction, the run, and which slides are shown in which order. */
export function Tools({ shown: generated }: { shown: Generated }) {
  const { direction, ofDirection, run, texts, filters, shown, at, open } = generated;
  const nUnsupported = texts.filter(({ unsupported }) => unsupported.length > 0).length;
  return (
    <div className={classes.bar} role="toolbar" aria-label="What is shown">
      <SegmentedControl
        aria-label="Direction"
        value={direction}
        onChange={(to) => generated.chooseDirection(to as Direction)}
        data={Object.entries(directions).map(([value, { label }]) => ({ value, label }))}
      />
      {run && (
        <>
          <Select
            aria-label="Run"
            allowDeselect={false}
            value={String(run.id)}
            onChange={(id) => generated.chooseRun(Number(id))}
            data={ofDirection.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Button
            variant={filters.onlyUnsupported ? 'filled' : 'default'}
            aria-pressed={filters.onlyUnsupported}
            aria-keyshortcuts={shortcutOf(keys.unsupported)}
            onClick={generated.toggleUnsupported}
          >
            Not in sources {nUnsupported}
          </Button>
          <Button
            variant={filters.lowestFirst ? 'filled' : 'default'}
            aria-pressed={filters.lowestFirst}
            aria-keyshortcuts={shortcutOf(keys.lowest)}
            onClick={generated.toggleLowest}
          >
            Lowest R-L first
          </Button>
          <Button
            aria-keyshortcuts={shortcutOf(keys.previous)}
            disabled={at === 0}
            onClick={() => generated.chooseSlide(shown[at - 1]?.page)}
          >
            Previous
          </Button>
          <Button
            aria-keyshortcuts={shortcutOf(keys.next)}
            disabled={at >= shown.length - 1}
            onClick={() => generated.chooseSlide(shown[at + 1]?.page)}
          >
            Next
          </Button>
          <span className={classes.place} role="status">
            {open ? `${at + 1} of ${plural(shown.length, 'slide')}` : ''}
          </span>
        </>
      )}
    </div>
  );
}
