import { useState } from 'react';
import classes from './Seen.module.css';
import { frameAddress, framesShown, type Seen } from './seen';

interface FrameRowProps {
  pair: number;
  seen: Seen;
  /** Of the talk, in seconds. */
  length: number;
  /** In pixels. */
  width: number;
}

/** In pixels: of a frame in the row. */
const room = 76;

/** What the recording showed, above the strip: the frame of each stretch that there is room for, where it begins. */
export function FrameRow({ pair, seen, length, width }: FrameRowProps) {
  const shown = width > 0 ? framesShown(seen, (room / width) * length) : [];
  if (shown.length === 0) return null;
  return (
    <div className={classes.frameRow} aria-hidden="true">
      {shown.map(({ start, second }) => (
        <Frame key={second} left={`${(start / length) * 100}%`} address={frameAddress(pair, second)} />
      ))}
    </div>
  );
}

function Frame({ left, address }: { left: string; address: string }) {
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  return <img src={address} alt="" loading="lazy" decoding="async" style={{ left }} onError={() => setLost(true)} />;
}
