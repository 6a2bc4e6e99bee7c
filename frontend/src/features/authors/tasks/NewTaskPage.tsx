import { Link, useNavigate, useParams } from 'react-router';
import type { Defaults } from '@/api/types';
import { Page } from '@/ui/Page';
import { WithDefaults } from '@/ui/WithDefaults';
import { NewTaskForm } from './NewTaskForm';
import classes from './Tasks.module.css';

/** What is asked of raters, before anybody is asked. */
export function NewTaskPage() {
  const { slug = '' } = useParams();
  const navigate = useNavigate();
  const all = `/p/${slug}/summaries/ratings/tasks`;
  return (
    <Page
      title="New rating task"
      guide="admin#rating-tasks"
      above={<Link to={all}>Rating tasks</Link>}
      lead="Raters get a link; they see the samples in an order of their own, and no system’s name."
    >
      <div className={classes.form}>
        <WithDefaults what="the form">
          {(defaults: Defaults) => (
            <NewTaskForm slug={slug} defaults={defaults} onMade={(id) => void navigate(`${all}/${id}`)} />
          )}
        </WithDefaults>
      </div>
    </Page>
  );
}
