import { type DeckPage, stepWords } from '@/api/decks';
import { capital, probability } from '@/lib/format';
import { Key } from '@/ui/Keys';
import { candidateKeys, keys } from './keys';
import { pageWords, type StepOf } from './model';
import classes from './Seen.module.css';
import type { Candidate } from './seen';

interface CandidatesProps {
  candidates: readonly Candidate[];
  /** Of the stretch. */
  page: number;
  pages: readonly DeckPage[];
  stepOf: StepOf;
  /** Of the deck. */
  language: string;
  /** Undefined where they can only be read. */
  onChoose: ((page: number) => void) | undefined;
}

/** More points of a page are not counted. */
const most = 100;

/** The pages that a stretch could show, with what speaks for each. */
export function Candidates({ candidates, page, pages, stepOf, language, onChoose }: CandidatesProps) {
  return (
    <section aria-label="Pages that it could be">
      {candidates.some((one) => one.page === page && one.lacks.length > 0) && (
        <p className={classes.lacks}>Dashed: on the page and not in the frame. A step of it, or another page.</p>
      )}
      <p className={classes.candidatesHead} aria-hidden="true">
        <span>It could be</span>
        <span title="Points of the frame that lie where the page has them, 100 at most.">inliers</span>
        <span title="Of the points that look alike, the share that lies where the page has them.">of matches</span>
        <span>conf.</span>
      </p>
      <ol className={classes.candidates}>
        {candidates.map((one, index) => (
          <li key={one.page}>
            <button
              type="button"
              aria-pressed={one.page === page}
              disabled={onChoose === undefined}
              onClick={() => onChoose?.(one.page)}
            >
              <Key of={one.page === 0 ? keys.none : (candidateKeys[index] ?? [])} />
              <span className={classes.candidate}>
                <b>{capital(pageWords({ page: one.page }))}</b>{' '}
                <span lang={language || undefined} dir="auto">
                  {pages[one.page - 1]?.title}
                </span>
                {stepOf(one.page) && <small>{stepWords(stepOf(one.page))}</small>}
              </span>
              <span className={classes.inliers}>
                {one.page > 0 && (
                  <>
                    <i style={{ width: `${Math.min(100, (one.inliers / most) * 100)}%` }} />
                    <span className="num">
                      {one.inliers}
                      <span className="vh"> inliers</span>
                    </span>
                  </>
                )}
              </span>
              <span className="num">
                {one.page > 0 && (
                  <>
                    {probability(one.matches)}
                    <span className="vh"> of matches</span>
                  </>
                )}
              </span>
              <span className="num">{probability(one.confidence)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
