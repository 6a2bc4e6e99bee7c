import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import { clock } from '@/lib/format';
import { usePassEditor, usePassState } from './context';
import { drawWave, levelsOf, marksBetween } from './drawnWave';
import classes from './Pass.module.css';
import { usePeaks } from './requests';

/** Seconds in view. */
const seconds = 32;

/** The wave around the open mask, with the spans of masks; without the sound's peaks, why there is none. */
export function Wave() {
  const editor = usePassEditor();
  const { document, masks } = editor.pass;
  const { active, answers } = usePassState((state) => ({ active: state.active, answers: state.answers }));
  const { peaks, ask } = usePeaks(document.id);
  const { mutate, isIdle } = ask;
  const isAsked = peaks.data?.refusal === '' && peaks.data.state === null;
  useEffect(() => {
    if (isAsked && isIdle) mutate();
  }, [isAsked, isIdle, mutate]);
  const { ref, width } = useElementSize();
  const canvas = useRef<HTMLCanvasElement>(null);
  const levels = useMemo(() => levelsOf(peaks.data?.peaks ?? ''), [peaks.data?.peaks]);
  const perSecond = peaks.data?.per_second ?? 0;
  const mask = masks[active];
  const from = Math.max(0, (mask ? (mask.start + mask.end) / 2 : 0) - seconds / 2);
  const marks = useMemo(() => marksBetween(masks, from, from + seconds), [masks, from]);
  useEffect(() => {
    const drawn = canvas.current;
    if (drawn && width > 0) drawWave(drawn, { levels, perSecond, from, seconds, width });
  }, [levels, perSecond, from, width]);
  if (!editor.sound.has)
    return (
      <section className={classes.waves} aria-label="Wave">
        <p className={classes.noWave}>No recording. Choose by text alone, or add one.</p>
      </section>
    );
  const why = peaks.data?.refusal || peaks.data?.error;
  return (
    <section className={classes.waves} aria-label="Wave">
      {why && <p className={classes.noWave}>{why} The recording plays without it.</p>}
      <div
        ref={ref}
        className={classes.wave}
        role="img"
        aria-label={`The recording from ${clock(from)} to ${clock(from + seconds)}, mask ${active + 1} in the middle`}
      >
        <canvas ref={canvas} />
        {marks.map(({ code, start, end, number }) => (
          <span
            key={code}
            className={classes.span}
            data-active={number === active || undefined}
            data-filled={answers.has(code) || undefined}
            style={{
              left: `${(100 * (start - from)) / seconds}%`,
              width: `${(100 * (end - start)) / seconds}%`,
            }}
          >
            <b>{number + 1}</b>
          </span>
        ))}
        {[0, 1, 2, 3, 4, 5, 6, 7].map((tick) => (
          <time key={tick} style={{ left: `${(100 * tick * 4) / seconds}%` }}>
            {clock(from + tick * 4)}
          </time>
        ))}
        <Playhead from={from} />
      </div>
    </section>
  );
}

function Playhead({ from }: { from: number }) {
  const at = useStore(usePassEditor().sound.store, (state) => state.at);
  const share = (at - from) / seconds;
  return share >= 0 && share <= 1 ? <i className={classes.playhead} style={{ left: `${100 * share}%` }} /> : null;
}
