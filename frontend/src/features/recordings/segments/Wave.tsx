import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { clock } from '@/lib/format';
import { drawWave, levelsOf } from '../pass/drawnWave';
import type { Peaks } from '../pass/requests';
import { Edges } from './Edges';
import { segmentAt, viewOf } from './model';
import classes from './Segments.module.css';
import type { SegmentsEditorState } from './useSegmentsEditor';

interface WaveProps {
  editor: SegmentsEditorState;
  peaks: Peaks | undefined;
  /** Has a worker measure the sound; undefined where that is asked for, or not for this person. */
  onAsk: (() => void) | undefined;
  canEdit: boolean;
}

/** The wave around the active segment, with the segments in it, whose boundaries can be dragged. */
export function Wave({ editor, peaks, onAsk, canEdit }: WaveProps) {
  const { segments, active } = editor;
  const { from, seconds } = viewOf(segments[active]);
  const isAsked = peaks?.refusal === '' && peaks.state === null;
  useEffect(() => {
    if (isAsked) onAsk?.();
  }, [isAsked, onAsk]);
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const levels = useMemo(() => levelsOf(peaks?.peaks ?? ''), [peaks?.peaks]);
  const perSecond = peaks?.per_second ?? 0;
  useEffect(() => {
    const drawn = canvas.current;
    if (drawn && width > 0) drawWave(drawn, { levels, perSecond, from, seconds, width });
  }, [levels, perSecond, from, seconds, width]);
  const first = Math.max(0, segmentAt(segments, from) - 1);
  const last = segmentAt(segments, from + seconds) + 1;
  const share = (at: number) => `${(100 * (at - from)) / seconds}%`;
  const why = peaks?.refusal || peaks?.error;
  const step = seconds / 6;
  return (
    <section className={classes.waves} aria-label="Wave">
      {why && <p className={classes.noWave}>{why}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the mouse; keys move too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys */}
      <div
        ref={ref}
        className={classes.wave}
        data-field="wave"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          if (box.width > 0) editor.seek(from + ((event.clientX - box.left) / box.width) * seconds);
        }}
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={`The recording from ${clock(from)} to ${clock(from + seconds)}, segment ${active + 1} in the middle`}
        />
        {segments.slice(first, last).map(({ start, end, isSet }, at) => (
          <span
            key={first + at}
            className={classes.span}
            data-active={first + at === active || undefined}
            data-set={isSet || undefined}
            style={{ left: share(start), width: `${(100 * (end - start)) / seconds}%` }}
          >
            <b>{first + at + 1}</b>
          </span>
        ))}
        <Edges editor={editor} from={from} seconds={seconds} first={first} last={last} canEdit={canEdit} />
        {[0, 1, 2, 3, 4, 5].map((tick) => (
          <time key={tick} style={{ left: `${(100 * tick) / 6}%` }}>
            {clock(from + tick * step)}
          </time>
        ))}
        <Playhead editor={editor} from={from} seconds={seconds} />
      </div>
    </section>
  );
}

function Playhead({ editor, from, seconds }: { editor: SegmentsEditorState; from: number; seconds: number }) {
  const { sound, mark } = editor;
  const played = useStore(sound.store, (state) => state.at);
  const share = ((sound.has ? played : mark) - from) / seconds;
  return share >= 0 && share <= 1 ? <i className={classes.playhead} style={{ left: `${100 * share}%` }} /> : null;
}
