import { ApiError } from '@/api/client';
import { useTitle } from '@/lib/useTitle';
import { Frame, Trouble } from '../rate/Frame';
import { languageOfBrowser, SpokenContext, useChosenLanguage, useWords, useWordsOf } from '../rate/language';
import classes from '../rate/Rate.module.css';
import { useOpened } from '../rate/useOpened';
import { usePlace } from '../rate/usePlace';
import { Declining } from './Declining';
import { Done } from './Done';
import { isDone } from './model';
import { Rating } from './Rating';
import { Start } from './Start';
import type { Source } from './source';
import { type Ratings, useRatings } from './useRatings';

/** The page behind a rater's link, of a member, or of a trial: `/rate/<token>/samples`, `/rate/mine/<task>`, `/rate/try/<task>`. */
export function RaterPage({ source }: { source: Source }) {
  const { query, ratings } = useRatings(source);
  const { chosen, choose } = useChosenLanguage();
  const language = chosen ?? ratings?.view.language ?? languageOfBrowser();
  const words = useWordsOf(language);
  if (!words) return null;
  return (
    <SpokenContext value={{ words, language, choose }}>
      {ratings ? (
        <Opened source={source} ratings={ratings} />
      ) : (
        <Missing error={query.isPending ? null : query.error} onRetry={query.refetch} />
      )}
    </SpokenContext>
  );
}

/** While there is nothing to show, or where there is nothing. error : null while it loads. */
function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const words = useWords();
  if (error === null) {
    return (
      <Frame>
        <p role="status">{words.loading}</p>
      </Frame>
    );
  }
  if (error instanceof ApiError && error.signedOut) {
    return (
      <Frame>
        <h1>{words.rater.signInFirst}</h1>
        <p className={classes.lead}>
          <a href={`/sign-in?next=${encodeURIComponent(location.pathname)}`}>{words.rater.signIn}</a>
        </p>
      </Frame>
    );
  }
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <Frame>
      <h1>{isGone ? words.brokenLink : words.cannotOpen}</h1>
      {isGone ? <p className={classes.lead}>{words.brokenLinkWhy}</p> : <Trouble error={error} onRetry={onRetry} />}
    </Frame>
  );
}

function Opened({ source, ratings }: { source: Source; ratings: Ratings }) {
  const { place, go } = usePlace();
  const { view } = ratings;
  useTitle(view.name);
  // If the server does not hear of it, nothing is lost but a state.
  useOpened(() => void source.hear?.({}).catch(() => undefined), view.open && view.begun_at === null);
  const index = Number(place) - 1;
  const { takePart } = ratings;
  if (takePart && view.open && (view.declined_at !== null || place === 'decline')) {
    return <Declining view={view} takePart={takePart} go={go} />;
  }
  // Whoever has not begun starts at the beginning, wherever the link leads.
  if (!view.open || view.begun_at === null || place === null)
    return <Start source={source} ratings={ratings} go={go} />;
  const sample = view.samples[index];
  if (sample) return <Rating key={sample.key} source={source} ratings={ratings} index={index} go={go} />;
  const isWhole = view.samples.every((each) => isDone(each, view.questions));
  return isWhole ? <Done ratings={ratings} /> : <Start source={source} ratings={ratings} go={go} />;
}
