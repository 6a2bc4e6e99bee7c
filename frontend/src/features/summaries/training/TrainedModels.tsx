import { Button, Group, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { isLive } from '@/api/work';
import { percent, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';
import { againstSentence, figureTable, gainLines, untrained, variantLabels } from './model';
import { modelUrl, type TrainedModel, type TrainingSet, useDeleteModel, useTrainModel, type Variant } from './requests';
import classes from './Training.module.css';

interface TrainedModelsProps {
  set: TrainingSet;
  canChange: boolean;
  canTrain: boolean;
}

/** The models of a set with their figures, and the button that trains one. */
export function TrainedModels({ set, canChange, canTrain }: TrainedModelsProps) {
  const left = untrained(set.models);
  return (
    <section aria-label={`Models trained on ${set.name} ${set.number}`} className={classes.models}>
      <h4>Models</h4>
      {set.models.length === 0 && <p className="soft">No model has been trained on this set yet.</p>}
      {set.models.map((model) => (
        <ModelItem key={model.id} model={model} canChange={canChange} />
      ))}
      {canChange && canTrain && left.length > 0 && <Train set={set} left={left} />}
      {canChange && !canTrain && (
        <p className="soft">
          Training needs scikit-learn, which is not installed. The site administrator can install it with{' '}
          <code>LECTERN_EXTRAS=extractive</code>; <code>python -m alignment train</code> also works elsewhere.
        </p>
      )}
    </section>
  );
}

function Train({ set, left }: { set: TrainingSet; left: readonly Variant[] }) {
  const train = useTrainModel();
  const [wanted, setWanted] = useState<Variant | null>(null);
  const variant = wanted !== null && left.includes(wanted) ? wanted : left[0];
  if (variant === undefined) return null;
  return (
    <>
      <Group gap={8} mt={8}>
        <Select
          aria-label="Length of the summaries"
          data={left.map((value) => ({ value, label: variantLabels[value] }))}
          value={variant}
          allowDeselect={false}
          onChange={(value) => setWanted(value as Variant)}
        />
        <Button loading={train.isPending} onClick={() => train.mutate({ training_set: set.id, variant })}>
          Train a model
        </Button>
      </Group>
      {train.isError && <ErrorNote error={train.error} />}
    </>
  );
}

function ModelItem({ model, canChange }: { model: TrainedModel; canChange: boolean }) {
  const remove = useDeleteModel();
  const label = variantLabels[model.variant];
  const underWay = isLive(model);
  return (
    <div className={classes.model}>
      <div className={classes.modelHead}>
        <strong>{label}</strong>
        <StateBadge state={model.state} />
        {underWay && (
          <span className="muted num" role="status">
            {percent(model.progress)} {model.message}
          </span>
        )}
        {model.state === 'ready' && (
          <a href={modelUrl(model.id)} download>
            <IconDownload size={14} stroke={1.75} aria-hidden="true" />
            Model (JSON)
          </a>
        )}
        {canChange && (
          <Button
            size="compact-sm"
            aria-label={`${underWay ? 'Cancel' : 'Delete'} the model for ${label}`}
            loading={remove.isPending}
            onClick={() => remove.mutate(model.id)}
          >
            {underWay ? 'Cancel' : 'Delete'}
          </Button>
        )}
      </div>
      {model.error && <p className={classes.error}>{model.error}</p>}
      {remove.isError && <ErrorNote error={remove.error} />}
      {model.figures && <Figures figures={model.figures} label={label} />}
    </div>
  );
}

function Figures({ figures, label }: { figures: NonNullable<TrainedModel['figures']>; label: string }) {
  const { heads, rows } = figureTable(figures);
  const gains = gainLines(figures);
  const heading = useId();
  if (rows.length === 0) {
    return (
      <p className="soft num">
        Learnt from {plural(figures.n_learnt, 'paper')}. None were held out, so there is nothing to measure it on.
      </p>
    );
  }
  const held = figures.systems.trained?.n_papers ?? 0;
  return (
    <>
      <Table label={`Figures of the model for ${label}`} columns={['System', ...heads]}>
        {rows.map((row) => (
          <tr key={row.name} className={row.name === 'trained' ? `${classes.row} ${classes.own}` : classes.row}>
            <th scope="row">{row.label}</th>
            {row.cells.map((cell, at) => (
              <td key={heads[at]} data-label={heads[at]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <p className={classes.note}>
        In per cent, learnt from {plural(figures.n_learnt, 'paper')} and measured on {plural(held, 'paper')} of the
        split {figures.split}. {againstSentence(figures)} Precision, recall, F1 and average precision (AP) compare with
        what the talks chose.
      </p>
      {gains.length > 0 && (
        <>
          <h5 id={heading}>Gain over the best baseline</h5>
          <dl className={classes.gains} aria-labelledby={heading}>
            {gains.map(({ metric, text, isBetter }) => (
              <div key={metric}>
                <dt>{metric}</dt>
                <dd className="num" data-better={isBetter || undefined}>
                  {text}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </>
  );
}
