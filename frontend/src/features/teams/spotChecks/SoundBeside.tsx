import { Link } from 'react-router';
import { clock } from '@/lib/format';
import { Tool } from '@/ui/Tool';
import { keys } from './keys';
import type { Item } from './requests';
import classes from './SpotChecks.module.css';
import type { SpanSound } from './useSpanSound';

interface SoundBesideProps {
  slug: string;
  item: Item;
  span: NonNullable<Item['span']>;
  sound: SpanSound;
}

/** The span of the recording, and the line that the answer stands in. */
export function SoundBeside({ slug, item, span, sound }: SoundBesideProps) {
  return (
    <>
      <p className={classes.line} lang={item.language || undefined} dir="auto">
        {span.before} <mark>{item.text || '∅'}</mark> {span.after}
      </p>
      <p className={classes.buttons}>
        {sound.has ? (
          <Tool of={keys.play} onClick={sound.play}>
            {sound.on ? 'Pause' : 'Play the span'}
          </Tool>
        ) : (
          <span className="soft">There is no recording: judge by the line.</span>
        )}
        <span role="status">{sound.trouble}</span>
      </p>
      <p>
        <Link to={`/p/${slug}/documents/${item.document}`} dir="auto">
          {item.title}
        </Link>
        {span.start !== null && <> at {clock(span.start)}</>}
      </p>
    </>
  );
}
