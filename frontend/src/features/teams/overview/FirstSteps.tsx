import { Button, UnstyledButton } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { useAddDemo, useProjects } from '@/api/projects';
import { useSession } from '@/api/session';
import { isLive } from '@/api/work';
import { percent } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import classes from './FirstSteps.module.css';

const steps = [
  ['Import', 'a paper and its transcript, or two sides of a bitext'],
  ['Align', 'an engine proposes links, each with a confidence'],
  ['Review', 'people accept or correct them'],
  ['Release', 'gold rows become a named test set'],
] as const;

/** The first steps of an empty project, beginning with the import. */
export function FirstSteps({ slug, canImport }: { slug: string; canImport: boolean }) {
  const demo = useProjects().data?.find((project) => project.is_demo && project.slug !== slug);
  const mayCreate = useSession().data?.user?.may_create_projects;
  return (
    <main className={classes.empty}>
      <h1>Nothing here yet</h1>
      <p>
        Turn a talk into data in four steps. Start with any talk and the paper it presents or the speech it interprets.
      </p>
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
      {!canImport && <p className={classes.fine}>Only project admins can import files.</p>}
      {(demo || mayCreate) && (
        <p className={classes.fine}>
          Just exploring?{' '}
          {demo ? (
            <>
              <Link to={`/p/${demo.slug}`}>Open the demo project</Link>.
            </>
          ) : (
            <AddDemo />
          )}
        </p>
      )}
    </main>
  );
}

/** What an annotator reads of a project without a text: it is not theirs to import. */
export function NothingYet({ slug }: { slug: string }) {
  return (
    <main className={classes.empty}>
      <h1>Nothing to review yet</h1>
      <p>Its admins have not imported any talks. Pairs show up here once they are ready for you.</p>
      <p className={classes.fine}>
        Meanwhile, read the <Link to={`/p/${slug}/reviews/guidelines`}>guidelines</Link>.
      </p>
    </main>
  );
}

function AddDemo() {
  const { ask, asked, isPending, error } = useAddDemo();
  const navigate = useNavigate();
  const made = asked?.state === 'done' ? asked.project : null;
  useEffect(() => {
    if (made) void navigate(`/p/${made}`);
  }, [made, navigate]);
  if (asked && isLive(asked)) {
    return (
      <span role="status">
        The demo project is being made, {percent(asked.progress)}. {asked.message || 'Waiting for a worker'}.
      </span>
    );
  }
  return (
    <>
      <UnstyledButton data-once className={classes.link} disabled={isPending} onClick={ask}>
        Add the demo project
      </UnstyledButton>
      .{error && <ErrorNote error={error} />}
      {asked?.error && <span role="alert"> {asked.error}</span>}
    </>
  );
}
