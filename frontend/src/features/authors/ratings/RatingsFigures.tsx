import { areFew, useRatings } from '@/api/invitations';
import type { Ratings } from '@/api/types';
import { figure, plural, roundedPercent, shortFigure } from '@/lib/format';
import { CsvButton } from '@/ui/CsvButton';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';
import { ByEngine } from './ByEngine';
import { RankPlot, ScorePlot } from './plots';
import styles from './Ratings.module.css';
import { cellsOf, cents, interval } from './words';

/** What the answers that count add up to, beside the published figures. */
export function RatingsFigures({ slug }: { slug: string }) {
  const ratings = useRatings(slug);
  if (!ratings.data) return <Pending of={ratings} what="ratings" />;
  return <Figures of={ratings.data} slug={slug} />;
}

function Figures({ of, slug }: { of: Ratings; slug: string }) {
  if (of.n_counted === 0) {
    return (
      <Part title="Results">
        <p className="soft">
          No answers count yet. An answer counts once it is sent, unless its link is revoked or its attention check, if
          there is one, is failed.
        </p>
      </Part>
    );
  }
  return (
    <>
      <Results of={of} />
      {of.ranks.length > 0 && <ByRank of={of} slug={slug} />}
      <ByEngine of={of} slug={slug} />
      {of.dimensions.length > 0 && <ByDimension dimensions={of.dimensions} />}
      {of.agreement.n_summaries > 0 && <Agreement of={of.agreement} few={of.few} />}
    </>
  );
}

/** The share of yes and the mean score; of few authors each score. */
function Results({ of }: { of: Ratings }) {
  const { n_counted, n_people, n_talks, few, published, yes, mean_score } = of;
  // Scores of other texts are in the table by engine.
  const { answers: isFew, scores: isFewScores } = areFew(of);
  return (
    <Part
      title="Results"
      note={`${plural(n_people, 'person', 'people')}, ${plural(n_talks, 'talk')}, ${plural(n_counted, 'rating')}`}
    >
      <dl className={styles.kpi}>
        <div>
          <dt>Yes</dt>
          <dd>
            <b className="num">{isFew || !yes ? '–' : roundedPercent(yes.value)}</b>
            <span>
              {isFew || !yes ? '' : `95 % interval ${interval(yes, cents)} · `}published {roundedPercent(published.yes)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Overall, 1–5</dt>
          <dd>
            <b className="num">{isFewScores || of.mean === null ? '–' : figure(of.mean)}</b>
            <span>
              {!isFewScores && mean_score?.low != null && `95 % interval ${interval(mean_score, figure)} · `}
              {!isFewScores && of.deviation !== null && `SD ${figure(of.deviation)} · `}published{' '}
              {figure(published.mean)}, SD {shortFigure(published.deviation)}
            </span>
          </dd>
        </div>
      </dl>
      {isFewScores && (
        <p className="soft">
          Fewer than {few} authors have rated, so there is no mean yet. Each dot below is one author.
        </p>
      )}
      <ScorePlot scores={of.scores} isFew={isFewScores} />
    </Part>
  );
}

/** The share of yes by how important the sentence is, and whether importance predicts it. */
function ByRank({ of: { ranks, importance, published }, slug }: { of: Ratings; slug: string }) {
  return (
    <Part
      title="Yes by rank of the sentence"
      note="%"
      actions={
        <CsvButton
          name={`${slug}-yes-by-rank`}
          of="Yes by rank"
          header={['first_rank', 'last_rank', 'n_yes', 'n_no', 'share', 'low', 'high']}
          rows={ranks.map((rank) => [rank.first, rank.last, rank.n_yes, rank.n_no, ...cellsOf(rank.yes)])}
        />
      }
    >
      <RankPlot ranks={ranks} published={published.yes} />
      {importance && importance.low !== null && (
        <p className={styles.finding}>
          Of two sentences, one with a yes and one with a no, the one with the yes ranks higher{' '}
          <b className="num">{roundedPercent(importance.value)}</b> of the time
          {` (95 % interval ${interval(importance, cents)})`}. Chance is 50 %. {verdict(importance)}
        </p>
      )}
    </Part>
  );
}

function verdict({ low, high }: { low: number | null; high: number | null }): string {
  if (low === null || high === null) return '';
  if (low > 0.5) return 'Importance predicts yes.';
  return high < 0.5 ? 'Importance predicts no.' : 'This doesn’t show that importance predicts yes.';
}

function ByDimension({ dimensions }: Pick<Ratings, 'dimensions'>) {
  return (
    <Part title="Texts, by dimension" note="1–5">
      <Table label="Texts, by dimension">
        {dimensions.map(({ dimension, n, mean: of }) => (
          <tr key={dimension}>
            <th scope="row">{dimension}</th>
            <td className="num">{n}</td>
            <td className="num">{of ? figure(of.value) : '–'}</td>
            <td className="num soft">{of && interval(of, figure)}</td>
          </tr>
        ))}
      </Table>
    </Part>
  );
}

/** How far those agree who rated the same. */
function Agreement({ of, few }: { of: Ratings['agreement']; few: number }) {
  const alpha = (value: number | null, n: number) => (value === null || n < few ? '–' : figure(value));
  return (
    <Part title="Agreement" note={`${plural(of.n_summaries, 'summary', 'summaries')} rated by several`}>
      <Table label="Agreement">
        <tr>
          <th scope="row">Yes and no, α</th>
          <td className="num">{alpha(of.yes, of.n_sentences)}</td>
          <td className="num soft">{plural(of.n_sentences, 'sentence')}</td>
        </tr>
        <tr>
          <th scope="row">Overall, α</th>
          <td className="num">{alpha(of.score, of.n_scores)}</td>
          <td className="num soft">{plural(of.n_scores, 'rating')}</td>
        </tr>
      </Table>
    </Part>
  );
}
