import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { NewTrainingSet } from './NewTrainingSet';
import { useTrainingSets } from './requests';
import { SummariseByModel } from './SummariseByModel';
import { TrainingSetItem } from './TrainingSetItem';

/** What the talks of a project say of its papers, frozen for training, and the summarisers trained on it. */
export function TrainingSetsPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const isReader = may(role, 'training-sets', 'list');
  const manage = may(role, 'training-sets', 'create');
  const sets = useTrainingSets(slug, isReader);
  const defaults = useDefaults();
  const [newest, ...older] = (sets.data?.results ?? []).flatMap((set) =>
    set.models.filter(({ state }) => state === 'ready').map((model) => ({ model, set })),
  );
  return (
    <Page
      title="Training sets"
      guide="researcher#training-sets"
      lead="The papers of this project, labelled with the sentences their talks spend time on. Summarisers learn from them to summarise papers without a talk."
      actions={manage && <NewTrainingSet slug={slug} />}
    >
      {tabs}
      {role && !isReader && <p className="soft">Annotators do not see training sets.</p>}
      {isReader && (
        <Part title="Sets" note={sets.data && sets.data.count > 0 && plural(sets.data.count, 'set')}>
          <Pending of={sets} what="training sets" />
          {sets.data?.count === 0 && (
            <p className="soft">
              No training sets yet.{' '}
              {manage
                ? 'Align papers with their talks, then create one.'
                : 'Only admins and adjudicators can create them.'}
            </p>
          )}
          {sets.data?.results.map((set) => (
            <TrainingSetItem
              key={set.id}
              set={set}
              canChange={manage}
              canTrain={defaults.data?.trains_summarisers ?? true}
            />
          ))}
        </Part>
      )}
      {newest && <SummariseByModel slug={slug} models={[newest, ...older]} />}
    </Page>
  );
}
