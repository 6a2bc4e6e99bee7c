import { useRatings } from '@/api/invitations';
import type { Ratings } from '@/api/types';
import { plural } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Part } from '@/ui/Page';
import { Dots, RankPlot, ScorePlot } from './plots';
import styles from './Ratings.module.css';
import { cents, interval, mean } from './words';

/** What the answers that count add up to, beside what was published. */
export function RatingsFigures({ slug }: { slug: string }) {
  const ratings = useRatings({ project: slug }, true);
  if (ratings.isError) return <ErrorNote error={ratings.error} onRetry={() => void ratings.refetch()} />;
  if (!ratings.data) return <Loading what="ratings" />;
  return <Figures of={ratings.data} slug={slug} />;
}

export function Figures({ of, slug }: { of: Ratings; slug: string }) {
  const { n_counted, few, published, ranks, importance, dimensions, agreement } = of;
  if (n_counted === 0) {
    return (
      <Part title="Results">
        <p className="soft">
          No answers count yet. Those count that were sent, through a link that was not revoked, by somebody who chose
          the number that was asked for, where one was.
        </p>
      </Part>
    );
  }
  const isFew = n_counted < few;
  // Those of other texts are in the table by engine.
  const nScores = of.scores.reduce((sum, n) => sum + n, 0);
  const isFewScores = nScores < few;
  return (
    <>
      <Part title="Results" note={plural(n_counted, 'author')}>
        <dl className={styles.kpi}>
          <div>
            <dt>Yes</dt>
            <dd>
              <b className="num">{isFew || !of.yes ? '–' : `${cents(of.yes.value)} %`}</b>
              <span>
                {isFew || !of.yes ? '' : `95 % interval ${interval(of.yes, cents)} · `}published {cents(published.yes)}{' '}
                %
              </span>
            </dd>
          </div>
          <div>
            <dt>Overall, 1–5</dt>
            <dd>
              <b className="num">{isFewScores || of.mean === null ? '–' : mean(of.mean)}</b>
              <span>
                {!isFewScores && of.deviation !== null && `SD ${mean(of.deviation)} · `}published {mean(published.mean)}
                , SD .725
              </span>
            </dd>
          </div>
        </dl>
        {isFewScores && (
          <p className="soft">Fewer than {few} authors have rated: each is a dot below, and there is no mean yet.</p>
        )}
        {isFewScores ? <Dots scores={of.scores} /> : <ScorePlot scores={of.scores} />}
      </Part>
      {ranks.length > 0 && (
        <Part
          title="Yes by rank of the sentence"
          note="%"
          actions={
            <CsvButton
              name={`${slug}-yes-by-rank`}
              of="Yes by rank"
              header={['first_rank', 'last_rank', 'n_yes', 'n_no', 'share', 'low', 'high']}
              rows={ranks.map((rank) => [
                rank.first,
                rank.last,
                rank.n_yes,
                rank.n_no,
                rank.yes?.value ?? null,
                rank.yes?.low ?? null,
                rank.yes?.high ?? null,
              ])} // prettier-ignore
            />
          }
        >
          <RankPlot ranks={ranks} published={published.yes} />
          {importance && (
            <p className={styles.finding}>
              Of a sentence with a yes and one with a no, the one with the yes is the more important{' '}
              <b className="num">{cents(importance.value)} %</b> of the time
              {importance.low !== null && ` (95 % interval ${interval(importance, cents)})`}. Chance is 50 %.{' '}
              {verdict(importance)}
            </p>
          )}
        </Part>
      )}
      <Groups of={of} slug={slug} />
      {dimensions.length > 0 && (
        <Part title="Texts, by dimension" note="1–5">
          <table className={styles.table}>
            <tbody>
              {dimensions.map(({ dimension, n, mean: of }) => (
                <tr key={dimension}>
                  <th scope="row">{dimension}</th>
                  <td className="num">{n}</td>
                  <td className="num">{of ? mean(of.value) : '–'}</td>
                  <td className="num soft">{of && interval(of, mean)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      {agreement.n_summaries > 0 && (
        <Part title="Agreement" note={`${plural(agreement.n_summaries, 'summary', 'summaries')} rated by several`}>
          <table className={styles.table}>
            <tbody>
              <tr>
                <th scope="row">Yes and no, α</th>
                <td className="num">{agreement.yes === null ? '–' : alpha(agreement.yes)}</td>
                <td className="num soft">{plural(agreement.n_sentences, 'sentence')}</td>
              </tr>
              <tr>
                <th scope="row">Overall, α</th>
                <td className="num">{agreement.score === null ? '–' : alpha(agreement.score)}</td>
                <td className="num soft">{plural(agreement.n_scores, 'rating')}</td>
              </tr>
            </tbody>
          </table>
        </Part>
      )}
    </>
  );
}

const alpha = (value: number) => value.toFixed(2).replace(/^(-?)0\./, '$1.');

function verdict({ low, high }: { low: number | null; high: number | null }): string {
  if (low === null || high === null) return '';
  if (low > 0.5) return 'Importance predicts yes.';
  return high < 0.5 ? 'Importance predicts no.' : 'This doesn’t show that importance predicts yes.';
}

function Groups({ of: { groups, published, few }, slug }: { of: Ratings; slug: string }) {
  return (
    <Part
      title="By engine and preset"
      note="95 % intervals"
      actions={
        <CsvButton
          name={`${slug}-ratings-by-engine`}
          of="Ratings by engine and preset"
          header={[
            'engine',
            'preset',
            'system',
            'n',
            'n_yes',
            'n_no',
            'yes',
            'yes_low',
            'yes_high',
            'mean',
            'mean_low',
            'mean_high',
          ]} // prettier-ignore
          rows={groups.map((each) => [
            each.engine,
            each.preset,
            each.system,
            each.n,
            each.n_yes,
            each.n_no,
            each.yes?.value ?? null,
            each.yes?.low ?? null,
            each.yes?.high ?? null,
            each.mean?.value ?? null,
            each.mean?.low ?? null,
            each.mean?.high ?? null,
          ])} // prettier-ignore
        />
      }
    >
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">Engine and preset</span>
            </th>
            <th scope="col">n</th>
            <th scope="col">Yes</th>
            <th scope="col">1–5</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((each) => (
            <tr key={`${each.engine} ${each.preset} ${each.system}`}>
              <th scope="row">{each.system || [each.engine_label, each.preset].filter(Boolean).join(', ')}</th>
              <td className="num">{each.n}</td>
              <td className="num">
                {each.yes && each.n >= few ? `${cents(each.yes.value)} %` : '–'}
                {each.yes && each.n >= few && each.yes.low !== null && <small> {interval(each.yes, cents)}</small>}
              </td>
              <td className="num">
                {each.mean && each.n >= few ? mean(each.mean.value) : '–'}
                {each.mean && each.n >= few && each.mean.low !== null && <small> {interval(each.mean, mean)}</small>}
              </td>
            </tr>
          ))}
          <tr className="soft">
            <th scope="row">published</th>
            <td className="num">{published.n}</td>
            <td className="num">{cents(published.yes)} %</td>
            <td className="num">{mean(published.mean)}</td>
          </tr>
        </tbody>
      </table>
    </Part>
  );
}
