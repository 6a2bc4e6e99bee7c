import { useState } from 'react';
import { clock } from '@/lib/format';
import { Key } from '@/ui/Keys';
import { keys } from './keys';
import classes from './Seen.module.css';
import { frameAddress } from './seen';

interface SeenFrameProps {
  pair: number;
  second: number;
}

/** A frame of the recording, beside the page that it is taken for. */
export function SeenFrame({ pair, second }: SeenFrameProps) {
  const [isLost, setLost] = useState(false);
  if (isLost) return null;
  return (
    <figure className={classes.frame}>
      <figcaption>
        <b>Frame</b> <span className="num">{clock(second)}</span>
        <span className={classes.hold}>
          <Key of={keys.overlay} /> over the page
        </span>
      </figcaption>
      <img
        src={frameAddress(pair, second)}
        alt={`The recording at ${clock(second)}`}
        decoding="async"
        onError={() => setLost(true)}
      />
    </figure>
  );
}

/** The same frame in the place of the page, coming and going, so that what differs jumps to the eye. */
export function FrameOver({ pair, second }: SeenFrameProps) {
  return <img className={classes.frameOver} src={frameAddress(pair, second)} alt="" />;
}
