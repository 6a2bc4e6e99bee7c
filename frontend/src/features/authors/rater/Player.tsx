import { IconCheck, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useWords } from '../rate/language';
import { peaksOf } from './peaks';
import classes from './Rater.module.css';
import { useClip } from './useClips';

export interface PlayerHandle {
  toggle: () => void;
}

interface PlayerProps {
  ref: Ref<PlayerHandle>;
  get: (key: string) => Promise<Blob>;
  sample: string;
  isHeard: boolean;
  /** When it was begun from its start. */
  onPlay: () => void;
  onHeard: () => void;
}

/** One big play. There is no way to skip: what has ended was heard. */
export function Player({ ref, get, sample, isHeard, onPlay, onHeard }: PlayerProps) {
  const words = useWords().rater;
  const tryAgain = useWords().tryAgain;
  const { address, blob, isMissing, again } = useClip(get, sample);
  const peaks = usePeaks(blob);
  const element = useRef<HTMLAudioElement>(null);
  const [isOn, setOn] = useState(false);
  const [share, setShare] = useState(0);
  const toggle = () => {
    const audio = element.current;
    if (!audio?.src) return;
    if (!audio.paused) audio.pause();
    else {
      if (audio.currentTime === 0 || audio.ended) onPlay();
      void audio.play().catch(() => undefined);
    }
  };
  useImperativeHandle(ref, () => ({ toggle }));
  if (isMissing) {
    return (
      <div className={classes.player} role="alert">
        <p>{words.doesNotLoad}</p>
        <button type="button" className={classes.small} onClick={again}>
          {tryAgain}
        </button>
      </div>
    );
  }
  return (
    <div className={classes.player}>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said stands beside it, or must not be known */}
      <audio
        ref={element}
        src={address}
        onPlay={() => setOn(true)}
        onPause={() => setOn(false)}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) => setShare(duration ? currentTime / duration : 0)}
        onEnded={() => {
          setShare(0);
          onHeard();
        }}
      />
      <button type="button" className={classes.play} disabled={!address} onClick={toggle}>
        {isOn ? <IconPlayerPause size={28} stroke={1.5} /> : <IconPlayerPlay size={28} stroke={1.5} />}
        <span className="vh">{isOn ? words.pause : words.play}</span>
      </button>
      <svg className={classes.wave} viewBox={`0 0 ${peaks.length} 40`} preserveAspectRatio="none" aria-hidden="true">
        {peaks.map((peak, at) => (
          <path
            key={at}
            data-past={at / peaks.length < share || undefined}
            d={`M${at + 0.5} ${20 - 19 * peak}V${20.5 + 19 * peak}`}
          />
        ))}
      </svg>
      <p className={classes.heard} role="status">
        {isHeard && (
          <>
            <IconCheck size={16} stroke={1.75} aria-hidden="true" />
            {words.heard}
          </>
        )}
      </p>
    </div>
  );
}

/** None while they are counted, or where this browser cannot. */
function usePeaks(blob: Blob | undefined): number[] {
  const [peaks, setPeaks] = useState<number[]>([]);
  useEffect(() => {
    setPeaks([]);
    let isWanted = true;
    if (blob) {
      peaksOf(blob)
        .then((counted) => isWanted && setPeaks(counted))
        .catch(() => undefined);
    }
    return () => {
      isWanted = false;
    };
  }, [blob]);
  return peaks;
}
