import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { count, date, plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { right, Table } from '@/ui/Table';
import { madeOf, neededOf } from './model/figures';
import { OwnTasks } from './OwnTasks';
import { type RatingTask, useTasks } from './requests';

/** The rating tasks of a project. */
export function TasksPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isReader = may(role, 'rating-tasks', 'list');
  const mayMake = may(role, 'rating-tasks', 'create');
  const tasks = useTasks(slug, isReader);
  return (
    <Page
      title="Rating tasks"
      guide="admin#rating-tasks"
      lead="People rate samples of what systems made: voices, summaries, translations. They get a link and need no account, or are chosen among the members."
      actions={
        mayMake && (
          <Button
            component={Link}
            to={`/p/${slug}/summaries/ratings/tasks/new`}
            variant="filled"
            leftSection={<IconPlus size={15} stroke={1.75} aria-hidden="true" />}
          >
            New task
          </Button>
        )
      }
    >
      {tabs}
      <OwnTasks slug={slug} />
      {role && !isReader && <p className="soft">Only admins and adjudicators see rating tasks.</p>}
      {isReader && (
        <Part title="Tasks" note={tasks.data && tasks.data.count > 0 && plural(tasks.data.count, 'task')}>
          <Pending of={tasks} what="rating tasks" />
          {tasks.data?.count === 0 && (
            <p className="soft">
              No rating tasks yet.{' '}
              {mayMake ? 'Make one from a list of texts, or of sounds with their files.' : 'Only admins can make them.'}
            </p>
          )}
          {tasks.data && tasks.data.count > 0 && (
            <Table label="Rating tasks" columns={['Task', 'State', 'Made of', right('Raters'), right('Ratings')]}>
              {tasks.data.results.map((task) => (
                <TaskRow key={task.id} slug={slug} task={task} />
              ))}
            </Table>
          )}
        </Part>
      )}
    </Page>
  );
}

function TaskRow({ slug, task }: { slug: string; task: RatingTask }) {
  return (
    <tr>
      <th scope="row">
        <Link to={`/p/${slug}/summaries/ratings/tasks/${task.id}`} dir="auto">
          {task.name}
        </Link>
      </th>
      <td data-nowrap>{task.open ? `open until ${date(task.closes_at)}` : `closed ${date(task.closes_at)}`}</td>
      <td>{madeOf(task)}</td>
      <td data-right data-label="Raters">
        {task.n_begun} of {task.n_links}
      </td>
      <td data-right data-label="Ratings">
        {count(task.n_rated)} of {count(neededOf(task))}
      </td>
    </tr>
  );
}
