import { IconCheck, IconPlayerPlay } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useWords } from '../rate/language';
import classes from './Start.module.css';
import type { Headphones } from './source';
import { newTones, playTones, type Tones } from './tones';

const tries = 3;

/** Whether somebody hears left and right apart. After some tries they may go on without, which is noted. */
export function HeadphoneCheck({ passed, onPassed }: { passed: Headphones; onPassed: (how: Headphones) => void }) {
  const words = useWords().rater;
  const [tones, setTones] = useState<Tones | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [failed, setFailed] = useState(0);
  const [heard, setHeard] = useState({ left: '', right: '' });
  const play = async () => {
    const next = tones ?? newTones();
    setTones(next);
    setPlaying(true);
    await playTones(next).catch(() => undefined);
    setPlaying(false);
  };
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (!tones) return;
    if (Number(heard.left) === tones.left && Number(heard.right) === tones.right) {
      onPassed('passed');
      return;
    }
    setFailed(failed + 1);
    setTones(null);
    setHeard({ left: '', right: '' });
  };
  if (passed) {
    return (
      <p className={passed === 'passed' ? classes.right : undefined} role="status">
        {passed === 'passed' && <IconCheck size={18} stroke={1.75} aria-hidden="true" />}
        {passed === 'passed' ? words.right : words.noted}
      </p>
    );
  }
  return (
    <form className={classes.check} onSubmit={check}>
      <button type="button" onClick={() => void play()} disabled={isPlaying}>
        <IconPlayerPlay size={16} stroke={1.75} aria-hidden="true" />
        {words.playTest}
      </button>
      <Ear label={words.leftEar} value={heard.left} onChange={(left) => setHeard({ ...heard, left })} />
      <Ear label={words.rightEar} value={heard.right} onChange={(right) => setHeard({ ...heard, right })} />
      <button type="submit" disabled={!tones || !heard.left || !heard.right}>
        {words.check}
      </button>
      <p role="status">{failed > 0 && failed < tries && words.wrong(tries - failed)}</p>
      {failed >= tries && (
        <button type="button" onClick={() => onPassed('without')}>
          {words.without}
        </button>
      )}
    </form>
  );
}

function Ear({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label>
      <span>{label}</span>
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={2}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      />
    </label>
  );
}
