import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { count, languageCodes, plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { FromGold } from './FromGold';
import { People } from './People';
import { Pool } from './Pool';
import classes from './Pool.module.css';
import { RulesForm } from './RulesForm';
import { type Training, useTraining } from './requests';
import { WriteRow } from './WriteRow';

/** Rows with known answers, and the rules of the round that newcomers do with them. */
export function TrainingSetupPage() {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isAdmin = may(role, 'training', 'retrieve');
  const training = useTraining(slug, isAdmin);
  const [adding, setAdding] = useState<'gold' | 'hand' | null>(null);
  if (role && !isAdmin) {
    return (
      <Page title="Training round">
        <p className={`${classes.closed} soft`}>Only admins of the project can see this page.</p>
      </Page>
    );
  }
  const { data } = training;
  return (
    <Page
      title="Training round"
      guide="admin#training-round"
      above={<Link to={`/p/${slug}/reviews/assignments`}>Assignments</Link>}
      lead={data && lead(data)}
      actions={data && <Trials slug={slug} sizes={data.sizes} />}
      aside={
        data && (
          <>
            <RulesForm key={JSON.stringify(data.rules)} slug={slug} rules={data.rules} />
            <People slug={slug} people={data.people} />
          </>
        )
      }
    >
      <Pending of={training} what="the training round" />
      {data && (
        <Part
          title="Rows"
          note={`${count(data.rows.filter((row) => row.is_in).length)} in the pool; each person gets ${count(data.rules.n_rows)}`}
          actions={
            <>
              <Button onClick={() => setAdding(adding === 'gold' ? null : 'gold')}>From adjudicated gold…</Button>
              <Button onClick={() => setAdding(adding === 'hand' ? null : 'hand')}>Write a row…</Button>
            </>
          }
        >
          {adding === 'gold' && <FromGold slug={slug} onDone={() => setAdding(null)} />}
          {adding === 'hand' && <WriteRow slug={slug} onDone={() => setAdding(null)} />}
          <Pool slug={slug} training={data} />
        </Part>
      )}
    </Page>
  );
}

/** The round as newcomers see it, in each pair of languages that has rows; nothing of it is stored. */
function Trials({ slug, sizes }: { slug: string; sizes: Training['sizes'] }) {
  const open = sizes.filter(({ n_rows }) => n_rows > 0);
  return open.map(({ source_language: source, target_language: target }) => (
    <Button key={`${source} ${target}`} component={Link} to={`/training/${slug}/${source}/${target}?try=1`}>
      Try it yourself{open.length > 1 && `: ${languageCodes(source, target)}`}
    </Button>
  ));
}

function lead({ people }: Training): string {
  const passed = people.filter(
    ({ standings, may_start }) => may_start || standings.some((one) => one.state === 'passed'),
  );
  return `Rows with known answers, shown with feedback before real work. ${count(passed.length)} of ${plural(people.length, 'person', 'people')} passed.`;
}
