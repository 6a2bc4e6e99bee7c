import { useParams } from 'react-router';
import { useProject, useQuality, useStages } from '@/api/projects';
import { may } from '@/api/roles';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Annotators } from './Annotators';
import { BurnUp } from './BurnUp';
import { EngineQuality } from './EngineQuality';
import { FirstSteps } from './FirstSteps';
import classes from './Overview.module.css';
import { Ratings } from './Ratings';
import { StageStrip } from './StageStrip';
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
    return <FirstSteps slug={slug} canImport={may(project.data?.role, 'imports', 'create')} />;
  }
  return (
    <main className={classes.dash}>
      <h1 className="vh">Overview of {project.data?.name}</h1>
      <div className={classes.full}>
        <StageStrip slug={slug} stages={stages.data.stages} />
      </div>
      <div className={classes.first}>
        <Annotators figures={stages.data} agreement={quality.data?.agreement ?? []} />
      </div>
      <div className={classes.second}>
        <Stuck slug={slug} stages={stages.data} curates={curates} />
      </div>
      {stages.data.burn_up && (
        <div className={classes.full}>
          <BurnUp slug={slug} stages={stages.data} />
        </div>
      )}
      {curates && (
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
