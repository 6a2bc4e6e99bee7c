import type { DeckPage } from '@/api/decks';
import { figure, shortFigure } from '@/lib/format';
import { PagePicture } from '@/ui/large/PagePicture';
import type { ListedSlide, SlidePage } from './requests';
import classes from './SlideText.module.css';

interface StepsProps {
  steps: readonly ListedSlide[];
  page: SlidePage;
  deck: readonly DeckPage[];
  /** How pages are compared, and up to which value one is a step of another. */
  measure: string;
  limit: number;
  onShow: (page: number) => void;
}

/** The pages that show this slide: its steps, folded into the one that has all of its text. */
export function Steps({ steps, page, deck, measure, limit, onShow }: StepsProps) {
  if (steps.length < 2) return null;
  const kept = steps.find(({ shows }) => shows === null)?.page;
  return (
    <section className={classes.steps} aria-label="Pages of this slide">
      <p>
        <b>{steps.length} pages</b> of this slide
      </p>
      <ol>
        {steps.map((step) => {
          const shown = deck.find(({ number }) => number === step.page);
          return (
            <li key={step.page}>
              <button
                type="button"
                aria-current={step.page === page.page || undefined}
                data-folded={step.shows !== null || undefined}
                onClick={() => onShow(step.page)}
              >
                <PagePicture
                  number={step.page}
                  picture={shown?.thumbnail ?? null}
                  size={[shown?.width ?? 16, shown?.height ?? 9]}
                  text={shown?.title ?? ''}
                  isThumbnail
                />
                {step.page === kept ? (
                  <span>
                    <b>page {step.page}</b> kept, has all
                  </span>
                ) : (
                  <span>
                    page {step.page}, in page {kept}
                  </span>
                )}{' '}
                {step.value !== null && (
                  <small>
                    {figure(step.value)} from page {step.nearest}
                  </small>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      <p className="soft">
        A page is a step of a later one that contains it: {measure}, up to {shortFigure(limit)}. Its text takes the
        corrections made there.
      </p>
    </section>
  );
}
