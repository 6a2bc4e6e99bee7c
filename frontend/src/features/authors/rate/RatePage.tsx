import { ApiError } from '@/api/client';
import type { RateForm } from '@/api/types';
import type { Asked } from '@/api/useAsked';
import { useTitle } from '@/lib/useTitle';
import { Closed } from './Closed';
import { Declined } from './Declined';
import { Frame, Trouble } from './Frame';
import { languageOfBrowser, SpokenContext, useChosenLanguage, useWords, useWordsOf } from './language';
import { PaperReader } from './PaperReader';
import classes from './Rate.module.css';
import { Rating } from './Rating';
import { Sentence } from './Sentence';
import { Thanks } from './Thanks';
import { type Answers, useAnswers } from './useAnswers';
import { useOpened } from './useOpened';
import { usePlace } from './usePlace';
import { Welcome } from './Welcome';
import { Whole } from './Whole';

/** The page behind an author's link, in the language of the invitation until its author chooses another. */
export function RatePage({ token }: { token: string }) {
  const { chosen, choose } = useChosenLanguage();
  const { query, answers } = useAnswers(token, chosen);
  const language = chosen ?? answers?.form.shown_in ?? languageOfBrowser();
  const words = useWordsOf(language);
  if (!words) return null;
  return (
    <SpokenContext value={{ words, language, choose }}>
      {answers ? <Form token={token} answers={answers} /> : <Missing query={query} />}
    </SpokenContext>
  );
}

/** While there is no form, or where there is none. */
function Missing({ query }: { query: Asked<RateForm> }) {
  const words = useWords();
  if (query.isPending) {
    return (
      <Frame>
        <p role="status">{words.loading}</p>
      </Frame>
    );
  }
  const gone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Frame>
      <h1>{gone ? words.brokenLink : words.cannotOpen}</h1>
      {gone ? (
        <p className={classes.lead}>{words.brokenLinkWhy}</p>
      ) : (
        <Trouble error={query.error} onRetry={query.refetch} />
      )}
    </Frame>
  );
}

function Form({ token, answers }: { token: string; answers: Answers }) {
  const { place: chosen, paperAt, go } = usePlace();
  const { form, save, say } = answers;
  useTitle(form.talk_title);
  useOpened(() => say({ opened: true }), form.open && form.consented_at === null);

  if (!form.open) return <Closed answers={answers} />;
  if (form.declined_at !== null) return <Declined answers={answers} />;
  // Whoever has not agreed yet begins at the beginning, wherever the link leads.
  const place = form.consented_at === null ? null : chosen;
  const index = Number(place) - 1;
  const sentence = form.sentences[index];
  // Nothing has been sent although the address is that of the thanks: the rating comes first.
  const isSent = form.finished_at !== null || save.kind !== 'saved';
  const thanks = place === 'thanks' && isSent;
  const { language, number } = form.consent;
  return (
    <>
      {place === null && (
        <Welcome
          form={form}
          onAgree={() => say({ agreed: { language, number } })}
          onDecline={() => say({ declined: true })}
          go={go}
        />
      )}
      {sentence && <Sentence key={sentence.id} answers={answers} index={index} go={go} />}
      {place === 'summary' && <Whole answers={answers} go={go} />}
      {place !== null && place !== 'summary' && !thanks && !sentence && <Rating answers={answers} go={go} />}
      {thanks && <Thanks answers={answers} go={go} />}
      {paperAt !== null && (
        <PaperReader
          token={token}
          title={form.paper_title}
          language={form.language}
          at={sentence ? [sentence.position] : place === null ? [] : form.sentences.map(({ position }) => position)}
          onClose={() => go(place, { back: true })}
        />
      )}
    </>
  );
}
