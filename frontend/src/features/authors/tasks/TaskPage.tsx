import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { count, date } from '@/lib/format';
import { Page } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { madeOf, neededOf } from './model/figures';
import { RaterLinksPart } from './RaterLinksPart';
import { ResultsPart } from './ResultsPart';
import { type RatingTask, useResults, useTask } from './requests';
import { StillOpen } from './StillOpen';
import { TaskActions } from './TaskActions';
import { TaskRaters } from './TaskRaters';
import { TrapsPart } from './TrapsPart';

/** One task: how far it is while it is open, and what raters said once it has closed. */
export function TaskPage() {
  const { slug = '', taskId = '' } = useParams();
  const id = Number(taskId);
  const task = useTask(id);
  const above = <Link to={`/p/${slug}/summaries/ratings/tasks`}>Rating tasks</Link>;
  if (!task.data) {
    return (
      <Page title="Rating task" above={above}>
        <Pending of={task} what="the rating task" />
      </Page>
    );
  }
  return <Opened slug={slug} task={task.data} above={above} />;
}

function Opened({ slug, task, above }: { slug: string; task: RatingTask; above: ReactNode }) {
  const role = useProject(slug).data?.role;
  const mayChange = may(role, 'rating-tasks', 'partial_update');
  const navigate = useNavigate();
  const [isEarly, setEarly] = useState(false);
  const isShown = task.n_rated > 0 && (!task.open || isEarly);
  const results = useResults(task.id, isShown, task.open);
  return (
    <Page
      title={task.name}
      guide="admin#rating-tasks"
      above={above}
      lead={`${task.open ? 'Open until' : 'Closed'} ${date(task.closes_at)} · ${madeOf(task)} · ${count(task.n_rated)} of ${count(neededOf(task))} ratings`}
      actions={
        <TaskActions
          task={task}
          mayChange={mayChange}
          isEarly={isEarly}
          onDeleted={() => void navigate(`/p/${slug}/summaries/ratings/tasks`)}
        />
      }
      aside={
        <>
          {results.data && <TaskRaters task={task} results={results.data} mayChange={mayChange} />}
          <RaterLinksPart task={task} mayAdd={mayChange} />
          {task.n_traps > 0 && <TrapsPart task={task} />}
        </>
      }
    >
      {task.n_rated === 0 && (
        <StillOpen title={task.open ? 'Nobody has rated yet' : 'Nobody rated'}>
          {task.n_links === 0
            ? 'Try it as a rater, then make links and give each to one person.'
            : 'Figures are here once people have rated and the task has closed.'}
        </StillOpen>
      )}
      {task.n_rated > 0 && task.open && !isEarly && (
        <StillOpen title="Results are not shown while people rate" onShow={() => setEarly(true)}>
          They could lead those who still rate. The activity log says who looked before the end.
        </StillOpen>
      )}
      {isShown && <Pending of={results} what="the results" />}
      {results.data && isShown && <ResultsPart results={results.data} />}
    </Page>
  );
}
