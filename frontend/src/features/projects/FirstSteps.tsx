import { Button, UnstyledButton } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useAddDemo, useProjects } from '@/api/projects';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './FirstSteps.module.css';

const steps = [
  ['Import', 'a paper and its transcript, or two sides of a bitext'],
  ['Align', 'an engine proposes links, each with a probability'],
  ['Review', 'people accept or correct them'],
  ['Release', 'a named test set of gold rows'],
] as const;

/** An empty project says what comes next. */
export function FirstSteps({ slug, canImport }: { slug: string; canImport: boolean }) {
  const demo = useProjects().data?.find((project) => project.is_demo && project.slug !== slug);
  const addDemo = useAddDemo();
  const navigate = useNavigate();
  return (
    <main className={classes.empty}>
      <h1>Nothing here yet</h1>
      <p>A talk becomes data in four steps. Start with any talk and the paper or the speech it belongs to.</p>
      <ol className={classes.steps}>
        {steps.map(([name, what], index) => (
          <li key={name} data-first={index === 0 || undefined}>
            <span>
              <b>{name}</b>
              <small>{what}</small>
            </span>
            {index === 0 && canImport && (
              <Button component={Link} to={`/p/${slug}/pairs/import`} variant="filled">
                Import files
              </Button>
            )}
          </li>
        ))}
      </ol>
      {!canImport && <p className={classes.fine}>Who administers the project imports its talks.</p>}
      <p className={classes.fine}>
        Only looking?{' '}
        {demo ? (
          <Link to={`/p/${demo.slug}`}>Open the demo project</Link>
        ) : (
          <UnstyledButton
            data-once
            className={classes.link}
            disabled={addDemo.isPending}
            onClick={() => addDemo.mutate(undefined, { onSuccess: (project) => void navigate(`/p/${project.slug}`) })}
          >
            Add the demo project
          </UnstyledButton>
        )}
        .
      </p>
      {addDemo.isError && <ErrorNote error={addDemo.error} />}
    </main>
  );
}
