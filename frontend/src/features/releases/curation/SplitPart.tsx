import { Button, Checkbox, Group, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { IconArrowsShuffle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Defaults } from '@/api/types';
import { roundedPercent } from '@/lib/format';
import { TextField } from '@/ui/TextField';
import { WithDefaults } from '@/ui/WithDefaults';
import classes from './Curation.module.css';
import type { Parts, Rules } from './requests';
import { SplitTable } from './SplitTable';
import { ratioOf } from './words';

type Split = NonNullable<Rules['split']>;

interface SplitPartProps {
  split: Split | undefined;
  found: Parts;
  canChange: boolean;
  onChange: (split: Split) => void;
}

const sizes = { duration: 'duration', rows: 'rows' } as const;
const withins = {
  languages: 'within each pair of languages',
  event: 'within each event and pair of languages',
  rank: 'within each rank and pair of languages',
  all: 'of all talks together',
} as const;

/** Train, dev and test: by ratio, with a speaker and a talk in one part only, or as the corpus has it. */
export function SplitPart(props: SplitPartProps) {
  return <WithDefaults what="the split">{(defaults) => <Divided {...props} first={defaults.split} />}</WithDefaults>;
}

function Divided({ split, found, canChange, onChange, first }: SplitPartProps & { first: Defaults['split'] }) {
  const { by, ratio, seed, size, by_event, within } = { ...first, ...split };
  const put = (changed: Split) => onChange({ by, ratio, seed, size, by_event, within, ...changed });
  const [text, setText] = useState(ratio.join(' : '));
  const ratioText = ratio.join(' : ');
  useEffect(() => setText(ratioText), [ratioText]);
  const commit = () => {
    const read = ratioOf(text);
    if (read) put({ ratio: read });
    else setText(ratioText);
  };
  return (
    <section className={classes.section} aria-label="Split">
      <Group gap={8} mb={10} justify="space-between">
        <h2>
          Split{' '}
          <small>
            {by === 'corpus'
              ? 'as the corpus has it'
              : `${withins[within]}, by talk${by_event ? ', event' : ''} and speaker, sized by ${sizes[found.sized_by]}`}
          </small>
        </h2>
        {canChange && (
          <Group gap={6}>
            <SegmentedControl
              size="xs"
              aria-label="Split by"
              value={by}
              data={[
                { value: 'corpus', label: 'corpus' },
                { value: 'ratio', label: 'ratio' },
              ]}
              onChange={(value) => put({ by: value as Split['by'] })}
            />
            {by === 'ratio' && (
              <>
                <TextField
                  aria-label="Ratio of train, dev and test"
                  className={classes.ratio}
                  value={text}
                  onChange={setText}
                  onBlur={commit}
                  onKeyDown={(event) => event.key === 'Enter' && commit()}
                />
                <SegmentedControl
                  size="xs"
                  aria-label="Sized by"
                  value={size}
                  data={['duration', 'rows']}
                  onChange={(value) => put({ size: value as Split['size'] })}
                />
                <NativeSelect
                  size="xs"
                  aria-label="The ratio holds"
                  value={within}
                  data={Object.entries(withins).map(([value, label]) => ({ value, label }))}
                  onChange={({ currentTarget }) => put({ within: currentTarget.value as Split['within'] })}
                />
                <Checkbox
                  label="events apart"
                  checked={by_event}
                  onChange={({ currentTarget }) => put({ by_event: currentTarget.checked })}
                />
                <NumberInput
                  aria-label="Seed"
                  className={classes.figure}
                  hideControls
                  prefix="seed "
                  allowDecimal={false}
                  min={0}
                  max={2147483647}
                  value={seed}
                  onChange={(value) => typeof value === 'number' && value !== seed && put({ seed: value })}
                />
                <Button
                  size="compact-sm"
                  leftSection={<IconArrowsShuffle size={15} stroke={1.75} aria-hidden="true" />}
                  onClick={() => put({ seed: (seed + 1) % 2147483647 })}
                >
                  Shuffle
                </Button>
              </>
            )}
          </Group>
        )}
      </Group>
      {by === 'ratio' &&
        size === 'duration' &&
        found.sized_by === 'rows' &&
        found.parts.some(({ rows }) => rows > 0) && (
          <p className="soft">Not every talk has times, so the parts are sized by rows.</p>
        )}
      {by === 'ratio' && !found.is_met && (
        <p className={classes.warning} role="status">
          {found.largest &&
            `${found.largest.name || 'One talk'} has ${roundedPercent(found.largest.share)} of the ${found.sized_by === 'rows' ? 'rows' : 'time'}: `}
          {ratioText} can’t be met. Nearest is {found.nearest.join(' : ')}.{' '}
          {canChange && (
            <Button size="compact-sm" onClick={() => put({ ratio: found.nearest })}>
              Use it
            </Button>
          )}
        </p>
      )}
      <SplitTable found={found} isByRatio={by === 'ratio'} />
    </section>
  );
}
