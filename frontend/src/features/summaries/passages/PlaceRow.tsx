import { IconCheck, IconCircle, IconX } from '@tabler/icons-react';
import type { DeckPage } from '@/api/decks';
import type { DocumentUnit } from '@/api/types';
import { clock } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import { Candidates } from './Candidates';
import { candidatesOf, type Place } from './model';
import classes from './Passages.module.css';
import type { PassagesEditorState } from './usePassagesEditor';

interface PlaceRowProps {
  editor: PassagesEditorState;
  index: number;
  place: Place;
  sentences: readonly DocumentUnit[];
  page: DeckPage | undefined;
  languages: { talk: string; paper: string };
  canAnswer: boolean;
}

/** A slide or span with what was said; the open one with what is proposed for it. */
export function PlaceRow({ editor, index, place, sentences, page, languages, canAnswer }: PlaceRowProps) {
  const isOpen = index === editor.at.place;
  const candidates = candidatesOf(place, editor.answers[index] ?? new Map(), editor.threshold);
  return (
    <div className={classes.row} data-open={isOpen || undefined}>
      <button
        type="button"
        className={classes.said}
        aria-current={isOpen ? 'step' : undefined}
        onClick={() => editor.go(index)}
      >
        {page && (
          <span className={classes.thumbnail}>
            <PagePicture
              number={page.number}
              picture={page.thumbnail}
              size={[page.width ?? 16, page.height ?? 9]}
              text={page.title}
              isThumbnail
            />
          </span>
        )}
        <span className={classes.when}>
          {place.page !== null && <b className="num">{place.page}</b>} <time>{clock(place.start)}</time>
        </span>
        <span className={classes.text} lang={languages.talk || undefined} dir="auto">
          {place.text}
        </span>
        <span className={classes.marks}>
          {candidates.map(({ sentence, answer }) => (
            <Mark key={sentence} answer={answer} />
          ))}
        </span>
      </button>
      {isOpen && (
        <Candidates
          editor={editor}
          candidates={candidates}
          sentences={sentences}
          language={languages.paper}
          canAnswer={canAnswer}
        />
      )}
    </div>
  );
}

const marks = {
  true: { Icon: IconCheck, label: 'accepted', tone: 'good' },
  false: { Icon: IconX, label: 'rejected', tone: 'bad' },
  null: { Icon: IconCircle, label: 'open', tone: 'open' },
} as const;

function Mark({ answer }: { answer: boolean | null }) {
  const { Icon, label, tone } = marks[`${answer}`];
  return <Icon size={14} stroke={2} role="img" aria-label={label} className={classes.mark} data-tone={tone} />;
}
