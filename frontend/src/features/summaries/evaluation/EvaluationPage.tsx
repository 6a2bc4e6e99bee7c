import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { BestSettings } from './BestSettings';
import { RougePart } from './RougePart';
import { useNewestTuning, useTuningOutlook } from './requests/tunings';
import { TuningPart } from './TuningPart';

/** How systems score against references, and which parameters of the talk model agree best with reviews. */
export function EvaluationPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const mayRead = role === undefined || may(role, 'tunings', 'retrieve');
  const outlook = useTuningOutlook(slug);
  const tuning = useNewestTuning(slug);
  const failed = [outlook, tuning].find(({ isError }) => isError);
  return (
    <Page
      title="Evaluation"
      guide="researcher#tuning-and-rouge"
      aside={
        tuning.data?.result && (
          <BestSettings
            key={tuning.data.id}
            tuning={tuning.data}
            result={tuning.data.result}
            mayUse={may(role, 'tunings', 'use')}
          />
        )
      }
    >
      {tabs}
      {!mayRead && <p className="soft">Annotators do not see how systems are evaluated.</p>}
      {mayRead && role && <RougePart slug={slug} mayChange={may(role, 'summary-sets', 'create')} />}
      {mayRead && failed && (
        <Part title="Tuning">
          <ErrorNote error={failed.error} onRetry={() => void failed.refetch()} />
        </Part>
      )}
      {mayRead && (outlook.isPending || tuning.isPending) && (
        <Part title="Tuning">
          <Loading what="the last search" />
        </Part>
      )}
      {outlook.data && tuning.data !== undefined && (
        <TuningPart slug={slug} outlook={outlook.data} tuning={tuning.data} mayTune={may(role, 'tunings', 'create')} />
      )}
    </Page>
  );
}
