import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { OwnTraining } from '@/api/queue';
import { count, language, plural } from '@/lib/format';
import classes from './Queue.module.css';

interface TrainingFirstProps {
  slug: string;
  training: OwnTraining;
  /** Whether the pair to do now has the heading of the page. */
  hasWork: boolean;
}

/** The rounds to be passed before work in their languages, and those that can be gone on with. */
export function TrainingFirst({ slug, training, hasWork }: TrainingFirstProps) {
  const Heading = hasWork ? 'h2' : 'h1';
  const open = training.standings.filter(({ state, is_required }) => is_required || state === 'running');
  return open.map((one) => (
    <section key={`${one.source_language} ${one.target_language}`} className={classes.hero}>
      <Heading>
        Training round, {language(one.source_language)} to {language(one.target_language)}
      </Heading>
      <p className="soft">{wordsOf(one)}</p>
      {one.state !== 'waits' && (
        <Button
          component={Link}
          to={`/training/${slug}/${one.source_language}/${one.target_language}`}
          variant="filled"
          size="lg"
          mt={20}
        >
          {one.state === 'running' ? `Go on at row ${count(one.n_answered + 1)}` : 'Start the training round'}
        </Button>
      )}
    </section>
  ));
}

function wordsOf({ state, n_answered, n_rows, n_left, results, is_renewal }: OwnTraining['standings'][number]): string {
  const [right = 0, of = 0] = results.at(-1) ?? [];
  if (state === 'running') return `${count(n_answered)} of ${plural(n_rows, 'row')} answered.`;
  if (state === 'waits') return `${count(right)} of ${plural(of, 'row')} right. An admin decides how you go on.`;
  if (state === 'again') {
    const more = plural(n_left, 'more try', 'more tries');
    return `${count(right)} of ${plural(of, 'row')} right. ${more}, with other rows.`;
  }
  if (is_renewal)
    return 'The guidelines have a new version. A few rows show what is different; your next pairs come after.';
  return 'Rows whose answer is known, with feedback after each. Your first pairs in these languages come once you have passed.';
}
