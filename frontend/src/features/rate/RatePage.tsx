import { ApiError } from '@/api/client';
import { useTitle } from '@/lib/useTitle';
import { Loading } from '@/ui/Loading';
import { Closed } from './Closed';
import { Frame } from './Frame';
import { PaperReader } from './PaperReader';
import classes from './Rate.module.css';
import { Rating } from './Rating';
import { Sentence } from './Sentence';
import { Thanks } from './Thanks';
import { Trouble } from './Trouble';
import { useAnswers } from './useAnswers';
import { usePlace } from './usePlace';
import { Welcome } from './Welcome';

/** The page behind an author's link. No account is needed. */
export function RatePage({ token }: { token: string }) {
  const { query, answers } = useAnswers(token);
  const { place, paperAt, go } = usePlace();
  useTitle(answers?.form.talk_title);

  if (!answers) {
    if (query.isPending) return <Loading what="the summary of your talk" />;
    const gone = query.error instanceof ApiError && query.error.status === 404;
    return (
      <Frame>
        <h1>{gone ? 'This link doesn’t work' : 'Couldn’t open this page'}</h1>
        {gone ? (
          <p className={classes.lead}>
            It may be incomplete, or it may have been withdrawn. Please ask the person who sent it for a new one.
          </p>
        ) : (
          <Trouble error={query.error} onRetry={query.refetch} />
        )}
      </Frame>
    );
  }
  const { form } = answers;
  if (!form.open) return <Closed answers={answers} />;
  const index = Number(place) - 1;
  const sentence = form.sentences[index];
  // Nothing has been sent although the address is that of the thanks: the rating comes first.
  const isSent = form.finished_at !== null || answers.save.kind !== 'saved';
  const thanks = place === 'thanks' && isSent;
  return (
    <>
      {place === null && <Welcome form={form} go={go} />}
      {sentence && <Sentence key={sentence.id} answers={answers} index={index} go={go} />}
      {(place === 'rating' || (place !== null && !thanks && !sentence)) && <Rating answers={answers} go={go} />}
      {thanks && <Thanks answers={answers} go={go} />}
      {paperAt !== null && (
        <PaperReader
          token={token}
          title={form.paper_title}
          language={form.language}
          position={sentence?.position ?? null}
          onClose={() => go(place, { back: true })}
        />
      )}
    </>
  );
}
