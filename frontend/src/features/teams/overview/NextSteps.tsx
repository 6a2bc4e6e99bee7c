import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useProject } from '@/api/projects';
import type { Stages } from '@/api/types';
import { count, plural } from '@/lib/format';
import classes from './FirstSteps.module.css';

interface Step {
  name: string;
  what: string;
  isDone: boolean;
  to: string;
  verb: string;
}

/** What comes next after the first import, for project admins, until a review is submitted. */
export function NextSteps({ slug, stages }: { slug: string; stages: Stages['stages'] }) {
  const project = useProject(slug).data;
  const at = (key: string) => stages.find((stage) => stage.key === key)?.count ?? 0;
  const [imported, aligned] = [at('imported'), at('aligned')];
  if (imported === 0 || at('submitted') > 0 || !project) return null;
  const left = imported - aligned;
  const members = project.counts.members ?? 0;
  const steps: Step[] = [
    { name: 'Import', what: plural(imported, 'pair'), isDone: true, to: 'pairs/import', verb: 'Import more' },
    {
      name: left > 0 ? `Align ${plural(left, 'pair')}` : 'Align',
      what:
        left > 0
          ? `An engine proposes links. ${count(aligned)} of ${count(imported)} aligned.`
          : 'All pairs have links',
      isDone: left === 0,
      to: 'pairs/align?stage=unaligned',
      verb: 'Align…',
    },
    {
      name: 'Write guidelines',
      what: 'Labels and error tags are set up; start from the template. Can wait.',
      isDone: false,
      to: 'reviews/guidelines',
      verb: 'Open guidelines',
    },
    {
      name: 'Invite people',
      what: members > 1 ? plural(members, 'member') : 'Paste addresses, one a line.',
      isDone: members > 1,
      to: 'people?invite=list',
      verb: 'Invite…',
    },
    {
      name: 'Assign',
      what:
        members > 1 ? 'How many reviews a pair needs; people take what comes next.' : 'Needs at least one annotator.',
      isDone: project.is_assigned,
      to: 'reviews/assignments',
      verb: 'Rules…',
    },
  ];
  return (
    <section className={classes.next} aria-labelledby="next-steps">
      <h2 id="next-steps">What comes next</h2>
      <ol className={classes.steps}>
        {steps.map(({ name, what, isDone, to, verb }) => (
          <li key={to} data-first={!isDone || undefined} data-done={isDone || undefined}>
            <span>
              <b>
                {name}
                {isDone && (
                  <>
                    {' '}
                    <IconCheck size={16} aria-hidden="true" />
                    <span className="vh">done</span>
                  </>
                )}
              </b>
              <small>{what}</small>
            </span>
            <Button component={Link} to={`/p/${slug}/${to}`} state={{ next: `/p/${slug}` }}>
              {verb}
            </Button>
          </li>
        ))}
      </ol>
      <p className={classes.fine}>This list goes when the first review is submitted.</p>
    </section>
  );
}
