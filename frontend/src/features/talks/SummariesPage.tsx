import { NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { useInvitations } from '@/api/invitations';
import { canCurate, canManage, useProject } from '@/api/projects';
import { type Budget, useSucceededRuns } from '@/api/runs';
import { meanAndDeviation, percent, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { AuthorLinks } from './AuthorLinks';
import { SummaryList } from './SummaryList';
import classes from './Talks.module.css';

const budgets = {
  n_sentences: { label: 'Sentences', first: 30, min: 1, max: 1000, step: 1 },
  n_words: { label: 'Words', first: 150, min: 1, max: 100_000, step: 10 },
  ratio: { label: 'Share', first: 0.3, min: 0.01, max: 1, step: 0.05 },
} as const;
type BudgetKey = keyof typeof budgets;

/** The summary of a run within a budget, and what authors said of it. Run and budget stand in the URL. */
export function SummariesPage() {
  const { slug = '' } = useParams();
  const [params, setParams] = useSearchParams();
  const runs = useSucceededRuns(slug);
  const role = useProject(slug).data?.role;
  const invitations = useInvitations({ project: slug }, canCurate(role));

  const summarised = (runs.data?.results ?? []).filter((run) => run.pair_kind === 'paper_talk');
  const run = summarised.find(({ id }) => String(id) === params.get('run')) ?? summarised[0] ?? null;
  const key = (Object.keys(budgets) as BudgetKey[]).find((each) => params.has(each)) ?? 'n_sentences';
  const value = Number(params.get(key)) || budgets[key].first;
  const set = (changes: Record<string, string>) =>
    setParams(
      (before) => {
        if (Object.keys(changes).some((name) => name in budgets)) {
          for (const name of Object.keys(budgets)) before.delete(name);
        }
        for (const [name, to] of Object.entries(changes)) before.set(name, to);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );

  const mine = (invitations.data?.results ?? []).filter((invitation) => invitation.run === run?.id);
  return (
    <Page
      title="Summaries"
      lead="The sentences of a paper that its talk spent most words on, in the paper’s order."
      aside={
        canCurate(role) && (
          <>
            <Part title="All authors">
              {invitations.isError && (
                <ErrorNote error={invitations.error} onRetry={() => void invitations.refetch()} />
              )}
              {invitations.data && <AllAuthors invitations={invitations.data.results} />}
            </Part>
            {run && (
              <Part title="Authors of this talk" note={run.pair_title}>
                <AuthorLinks invitations={mine} runs={[run]} canInvite={canManage(role)} />
              </Part>
            )}
          </>
        )
      }
    >
      <Part title="Summary" note={run ? `${run.pair_title}, run ${run.number}` : undefined}>
        {runs.isPending && <Loading what="runs" />}
        {runs.isError && <ErrorNote error={runs.error} onRetry={() => void runs.refetch()} />}
        {runs.data && !run && (
          <p className="soft">
            No summary yet. Align a paper with its talk; the <Link to={`/p/${slug}/talks`}>list of talks</Link> has the
            button.
          </p>
        )}
        {run && (
          <>
            <div className={classes.budget}>
              <NativeSelect
                label="Run"
                value={String(run.id)}
                onChange={(event) => set({ run: event.currentTarget.value })}
                data={summarised.map((each) => ({
                  value: String(each.id),
                  label: `${each.pair_title}, run ${each.number}`,
                }))}
              />
              <SegmentedControl
                aria-label="Budget by"
                value={key}
                onChange={(to) => set({ [to]: String(budgets[to as BudgetKey].first) })}
                data={Object.entries(budgets).map(([name, { label }]) => ({ value: name, label }))}
              />
              <NumberInput
                label={budgets[key].label}
                w={96}
                min={budgets[key].min}
                max={budgets[key].max}
                step={budgets[key].step}
                value={value}
                onChange={(to) => Number(to) > 0 && set({ [key]: String(to) })}
              />
            </div>
            <SummaryList run={run.id} budget={{ [key]: value } as Budget} />
          </>
        )}
      </Part>
    </Page>
  );
}

function AllAuthors({ invitations }: { invitations: { score: number | null; n_yes: number; n_no: number }[] }) {
  const scores = invitations.flatMap(({ score }) => (score === null ? [] : [score]));
  const yes = invitations.reduce((sum, { n_yes }) => sum + n_yes, 0);
  const all = invitations.reduce((sum, { n_yes, n_no }) => sum + n_yes + n_no, 0);
  const figures = meanAndDeviation(scores);
  if (invitations.length === 0) return <p className="soft">No author has been asked yet.</p>;
  return (
    <Facts
      facts={[
        ['Asked', plural(invitations.length, 'author')],
        ['Rated', plural(scores.length, 'summary', 'summaries')],
        ['Mean', figures?.mean.toFixed(2)],
        ['SD', figures?.deviation?.toFixed(2)],
        ['Yes', all > 0 ? `${percent(yes / all)} of ${plural(all, 'answer')}` : null],
      ]}
    />
  );
}
