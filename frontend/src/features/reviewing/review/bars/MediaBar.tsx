/** The recording in the toolbar: play, where it is, how fast. */

import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useStore } from 'zustand';
import { clock } from '@/lib/format';
import { useEditor, useKeyText, useReview } from '../frame/context';
import styles from './Toolbar.module.css';

export function MediaBar() {
  const { player } = useEditor();
  const { keyed, withKeys } = useKeyText();
  const has = useReview((state) => state.doc.media.target !== null || state.doc.media.source !== null);
  const { on, at, total, rate, trouble } = useStore(player.store);
  if (!has) return null;
  const Icon = on ? IconPlayerPause : IconPlayerPlay;
  return (
    <span className={styles.media} role="group" aria-label="Recording">
      <button
        type="button"
        className={styles.play}
        aria-label={on ? 'Pause' : 'Play'}
        title={on ? keyed('Pause', 'play') : withKeys('Play from here; {play} plays the row')}
        onClick={() => player.toggle()}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {trouble ? (
        <span className={styles.trouble} role="alert">
          {trouble}
        </span>
      ) : (
        <>
          <span data-field="media-time">{clock(at)}</span>
          <input
            type="range"
            className={styles.track}
            aria-label="Position in the recording"
            aria-valuetext={clock(at)}
            min={0}
            max={total ?? Math.max(1, at)}
            step={0.1}
            value={at}
            disabled={total === null}
            onChange={(event) => player.seek(Number(event.currentTarget.value))}
          />
          {total !== null && <span>{clock(total)}</span>}
          <button type="button" className={styles.rate} aria-label={`Speed ${rate}`} onClick={() => player.faster()}>
            {rate}×
          </button>
        </>
      )}
    </span>
  );
}
