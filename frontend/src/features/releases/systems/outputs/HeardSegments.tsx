import { Button, SegmentedControl } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { type HeardSegment, type Only, type System, useHeardTalk } from '@/features/releases/requests/systems';
import { clock, count, plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import classes from './Outputs.module.css';
import { SegmentWords } from './SegmentWords';
import { type SegmentSound, useSegmentSound } from './useSegmentSound';

const choices: { value: Only; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'errors', label: 'Errors' },
  { value: 'rare', label: 'Rare words' },
];

/** A talk word by word: what was said, and where it was heard otherwise. */
export function HeardSegments({ system, talk }: { system: System; talk: number }) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const only = choices.find(({ value }) => value === (params.get('only') ?? 'errors'))?.value ?? '';
  const query = useHeardTalk(system.id, talk, only);
  const [first] = query.data?.pages ?? [];
  const segments = query.data?.pages.flatMap((page) => page.segments) ?? [];
  const language = system.source_language;
  const sound = useSegmentSound(first?.media_url ?? null);
  return (
    <Part
      title={first?.title ?? 'Word by word'}
      note={first && `${system.name}, ${count(first.count)} of ${plural(first.n_segments, 'segment')}`}
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Segments"
          data={choices.map(({ value, label }) => ({ value: value || 'all', label }))}
          value={only || 'all'}
          onChange={(value) => choose({ only: value })}
        />
      }
    >
      <Pending of={query} what="the words" />
      {sound.trouble && <p role="alert">{sound.trouble}</p>}
      {first?.count === 0 && (
        <p className="soft">No segment of this talk has {only === 'rare' ? 'a rare word' : 'an error'}.</p>
      )}
      <ol className={classes.words}>
        {segments.map((segment) => (
          <li
            key={segment.id}
            tabIndex={-1}
            data-segment
            data-errors={segment.errors > 0 || undefined}
            data-rare={segment.rare.length > 0 || undefined}
          >
            <Time of={segment} sound={sound} />
            <p lang={language || undefined} dir="auto">
              <SegmentWords segment={segment} />
            </p>
            <small className="num">{countsOf(segment)}</small>
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button size="compact-sm" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          Show more segments
        </Button>
      )}
    </Part>
  );
}

/** When a segment begins; plays it where its recording is here. */
function Time({ of: { start, end }, sound }: { of: HeardSegment; sound: SegmentSound }) {
  const at = clock(start);
  if (!sound.has) return <span className="num soft">{at}</span>;
  return (
    <button
      type="button"
      data-play
      className={`num ${classes.play}`}
      aria-label={`Play ${at}`}
      onClick={() => sound.play(start, end)}
    >
      <IconPlayerPlay size={12} stroke={1.75} aria-hidden="true" /> {at}
    </button>
  );
}

/** "2 of 13, rare 1 of 2" */
function countsOf({ missing, errors, units, rare_errors: rareErrors, rare_units: rareUnits }: HeardSegment): string {
  const rare = rareUnits > 0 || rareErrors > 0 ? `, rare ${rareErrors} of ${rareUnits}` : '';
  return `${missing ? 'missing, ' : ''}${errors} of ${units}${rare}`;
}
