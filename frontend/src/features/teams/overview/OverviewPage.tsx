import { useParams } from 'react-router';
import { useProject, useQuality, useStages } from '@/api/projects';
import { may } from '@/api/roles';
import { useTitle } from '@/lib/useTitle';
import { CsvButton } from '@/ui/CsvButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Pending } from '@/ui/Pending';
import { Annotators } from './Annotators';
import { AsOf } from './AsOf';
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
      <section className={classes.full} aria-label="Stages">
        <StageStrip slug={slug} stages={stages.data.stages} />
      </section>
      <section className={classes.first} aria-labelledby="progress-head">
        <Annotators figures={stages.data} agreement={quality.data?.agreement ?? []} />
      </section>
      <section className={classes.second} aria-labelledby="stuck-head">
        <Stuck slug={slug} stages={stages.data} curates={curates} />
      </section>
      {stages.data.burn_up && (
        <section className={classes.over} aria-labelledby="burn-up-head">
          <BurnUp slug={slug} stages={stages.data} />
        </section>
      )}
      {curates && (
        <>
          <section className={classes.third} aria-labelledby="quality-head">
            <h2 id="quality-head">
              Engine quality <small>compared with submitted reviews</small> <AsOf figures={quality.data} />
              {quality.data && quality.data.engines.length > 0 && (
                <span className={classes.csv}>
                  <CsvButton
                    name={`${slug}-engines`}
                    of="Engine quality"
                    header={['engine', 'pairs', 'links', 'strict_f1', 'lax_f1', 'ece']}
                    rows={quality.data.engines.map((one) => [
                      one.engine,
                      one.n_talks,
                      one.n_links,
                      one.strict_f1,
                      one.lax_f1,
                      one.ece,
                    ])}
                  />
                  <CsvButton
                    name={`${slug}-calibration`}
                    of="Calibration"
                    header={['engine', 'confidence', 'right', 'links']}
                    rows={quality.data.engines.flatMap((one) =>
                      one.bins.map((bin) => [one.engine, bin.confidence, bin.right, bin.n]),
                    )}
                  />
                </span>
              )}
            </h2>
            <Pending of={quality} what="engine quality" />
            {quality.data && quality.data.computed_at !== null && <EngineQuality engines={quality.data.engines} />}
          </section>
          <section className={classes.last} aria-labelledby="ratings-head">
            <Ratings slug={slug} />
          </section>
        </>
      )}
    </main>
  );
}
