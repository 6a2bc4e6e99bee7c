import { Link, useParams } from 'react-router';
import { useProject, useQuality, useStages } from '@/api/projects';
import { may } from '@/api/roles';
import type { Stages } from '@/api/types';
import { count, language, plural } from '@/lib/format';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Part } from '@/ui/Page';
import { Annotators } from './Annotators';
import { BurnUp } from './BurnUp';
import { EngineQuality } from './EngineQuality';
import { FirstSteps, NothingYet } from './FirstSteps';
import { isBeginning, NextSteps } from './NextSteps';
import classes from './Overview.module.css';
import { Ratings } from './Ratings';
import { Stuck } from './Stuck';

/** What is done, what is stuck, and who does how much, as counted by the server. */
export function OverviewPage() {
  const { slug = '' } = useParams();
  const project = useProject(slug);
  const stages = useStages(slug);
  const curates = may(project.data?.role, 'projects', 'quality');
  const quality = useQuality(slug, curates);
  useTitle('Overview');
  if (stages.isPending) return <Loading what="the overview" />;
  if (stages.isError) {
    return (
      <main className={classes.alone}>
        <ErrorNote error={stages.error} onRetry={() => void stages.refetch()} />
      </main>
    );
  }
  if (stages.data.n_documents === 0) {
    if (project.data?.role === 'annotator') return <NothingYet slug={slug} />;
    return <FirstSteps slug={slug} canImport={may(project.data?.role, 'imports', 'create')} />;
  }
  const leads = may(project.data?.role, 'imports', 'create');
  // Until somebody reviews there are no figures, only what has to be done for some to come.
  const begins = leads && isBeginning(stages.data.stages) && stages.data.annotators.length === 0;
  return (
    <main className={classes.dash}>
      <h1 className="vh">Overview of {project.data?.name}</h1>
      <div className={classes.full}>
        <StageStrip slug={slug} stages={stages.data.stages} />
      </div>
      {leads && !begins && (
        <div className={classes.full}>
          <NextSteps slug={slug} stages={stages.data.stages} />
        </div>
      )}
      <div className={classes.first}>
        {begins ? (
          <NextSteps slug={slug} stages={stages.data.stages} />
        ) : (
          <Annotators figures={stages.data} agreement={quality.data?.agreement ?? []} />
        )}
      </div>
      <div className={classes.second}>
        {begins && <Imported languages={stages.data.languages} />}
        <Stuck slug={slug} stages={stages.data} curates={curates} />
      </div>
      {!begins && stages.data.burn_up && (
        <div className={classes.full}>
          <BurnUp slug={slug} stages={stages.data} />
        </div>
      )}
      {!begins && curates && (
        <>
          <div className={classes.third}>
            <EngineQuality slug={slug} />
          </div>
          <div className={classes.last}>
            <Ratings slug={slug} />
          </div>
        </>
      )}
    </main>
  );
}

/** What came in, by languages: a wrong direction, or a language that was guessed, is seen before anything is aligned. */
function Imported({ languages }: Pick<Stages, 'languages'>) {
  return (
    <Part title="Imported">
      <ul className={classes.imported}>
        {languages.slice(0, mostLanguages).map(({ source_language: source, target_language: target, n_pairs }) => (
          <li key={`${source} ${target}`}>
            <span>
              {language(source)} → {language(target)}
            </span>
            <span className="num">{plural(n_pairs, 'pair')}</span>
          </li>
        ))}
      </ul>
      {languages.length > mostLanguages && (
        <p className="soft">and {plural(languages.length - mostLanguages, 'more pair')} of languages</p>
      )}
    </Part>
  );
}

/** Of those that are named. */
const mostLanguages = 8;

const places: Record<string, string> = {
  in_review: 'reviews/assignments/reviews?state=open',
  submitted: 'reviews/assignments/reviews?state=submitted',
  in_sets: 'test-sets',
};

/** How many pairs are at each stage; the bar shows their share of all pairs. */
function StageStrip({ slug, stages }: { slug: string; stages: Stages['stages'] }) {
  const role = useProject(slug).data?.role;
  const seen = may(role, 'test-sets', 'list') ? stages : stages.filter((stage) => stage.key !== 'in_sets');
  const most = Math.max(1, ...stages.map((stage) => stage.count));
  return (
    <ol className={classes.strip} aria-label="Stages">
      {seen.map((stage) => (
        <li key={stage.key}>
          <Link to={`/p/${slug}/${places[stage.key] ?? 'pairs'}`}>
            <span className={classes.stage}>{stage.label}</span>
            <b className="num">{count(stage.count)}</b>
            <span className={classes.share} aria-hidden="true">
              <i style={{ width: `${(stage.count / most) * 100}%` }} />
            </span>
            <span className={classes.note}>{stage.note}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
