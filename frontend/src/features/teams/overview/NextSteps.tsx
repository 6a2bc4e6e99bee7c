import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useGuidelines } from '@/api/guidelines';
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

interface NextStepsProps {
  slug: string;
  stages: Stages['stages'];
}

const countAt = (stages: Stages['stages'], key: string) => stages.find((stage) => stage.key === key)?.count ?? 0;

/** There are pairs, and no review of any was submitted. */
export const isBeginning = (stages: Stages['stages']) =>
  countAt(stages, 'imported') > 0 && countAt(stages, 'submitted') === 0;

/** What comes next after the first import, for project admins, until a review is submitted. */
export function NextSteps(props: NextStepsProps) {
  return isBeginning(props.stages) ? <Steps {...props} /> : null;
}

function Steps({ slug, stages }: NextStepsProps) {
  const project = useProject(slug).data;
  const version = useGuidelines(slug).data?.current;
  const [imported, aligned] = [countAt(stages, 'imported'), countAt(stages, 'aligned')];
  if (!project) return null;
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
      what: version
        ? `Version ${version} is published.`
        : 'Labels and error tags are set up; start from the template. Can wait.',
      isDone: Boolean(version),
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
