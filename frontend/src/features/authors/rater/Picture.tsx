import { IconZoomIn } from '@tabler/icons-react';
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useWords } from '../rate/language';
import classes from './Rater.module.css';
import type { ShownPicture } from './usePicture';

export interface PictureHandle {
  enlarge: () => void;
}

/** What a text stands beside. It can be enlarged. */
export function Picture({ ref, picture }: { ref: Ref<PictureHandle>; picture: ShownPicture }) {
  const words = useWords().rater;
  const tryAgain = useWords().tryAgain;
  const { address, alt, width, height, state, round, onState, again } = picture;
  const [isLarge, setLarge] = useState(false);
  const enlarge = () => setLarge(state === 'loaded');
  useImperativeHandle(ref, () => ({ enlarge }));
  const image = { src: address, width, height };
  const readOut = alt || words.picture;
  return (
    <section className={classes.beside} aria-label={words.picture}>
      {state === 'missing' ? (
        <div role="alert">
          <p>{words.pictureMissing}</p>
          <button type="button" className={classes.small} onClick={again}>
            {tryAgain}
          </button>
        </div>
      ) : (
        <button type="button" className={classes.picture} onClick={enlarge}>
          <img
            key={round}
            {...image}
            alt={readOut}
            onLoad={() => onState('loaded')}
            onError={() => onState('missing')}
          />
          <IconZoomIn size={20} stroke={1.75} aria-hidden="true" />
          <span className="vh">{words.enlarge}</span>
        </button>
      )}
      {isLarge && <Large {...image} alt={readOut} onClose={() => setLarge(false)} />}
    </section>
  );
}

interface LargeProps {
  src: string;
  alt: string;
  width: number;
  height: number;
  onClose: () => void;
}

/** Over the page, as large as it is; what does not fit scrolls. */
function Large({ alt, onClose, ...image }: LargeProps) {
  const words = useWords().rater;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={classes.large} aria-label={words.picture} onClose={onClose}>
      <button type="button" className={classes.small} onClick={() => dialog.current?.close()}>
        {words.close}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={words.enlarge}>
        <img {...image} alt={alt} style={{ '--natural': `${image.width}px` } as CSSProperties} />
      </section>
    </dialog>
  );
}
