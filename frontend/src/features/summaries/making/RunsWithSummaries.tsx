import { Link } from 'react-router';
import { useSucceededRuns } from '@/api/runs';
import { dateTime } from '@/lib/format';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Table } from '@/ui/Table';

/** The runs whose summaries somebody may open who does not see those of gold reviews. */
export function RunsWithSummaries({ slug }: { slug: string }) {
  const runs = useSucceededRuns(slug);
  const ofTalks = (runs.data?.results ?? []).filter((run) => run.pair_kind === 'paper_talk');
  return (
    <Part title="By run">
      <Pending of={runs} what="runs" />
      {runs.data && ofTalks.length === 0 && (
        <p className="soft">No summaries yet. They appear with the first run that aligns a paper with its talk.</p>
      )}
      {ofTalks.length > 0 && (
        <Table label="Summaries" columns={['Talk', 'Run', 'Finished']}>
          {ofTalks.map((run) => (
            <tr key={run.id}>
              <td>
                <Link to={`/p/${slug}/summaries/runs-${run.id}`} dir="auto">
                  {run.pair_title}
                </Link>
              </td>
              <td>
                {run.number}, {run.engine_label}
              </td>
              <td>{run.finished_at && dateTime(run.finished_at)}</td>
            </tr>
          ))}
        </Table>
      )}
    </Part>
  );
}
