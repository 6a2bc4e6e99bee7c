import { Group } from '@mantine/core';
import { isLive } from '@/api/work';
import { count, dateTime, percent, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { FileList } from '@/ui/large/FileList';
import { StateBadge } from '@/ui/StateBadge';
import { Table } from '@/ui/Table';
import { basisLabels, skippedSentence, splitSentence, variantHeads, variants } from './model';
import { type TrainingSet, trainingFileUrl, useDeleteTrainingSet } from './requests';
import { TrainedModels } from './TrainedModels';
import classes from './Training.module.css';

interface TrainingSetItemProps {
  set: TrainingSet;
  canChange: boolean;
  /** Whether the server can train models at all. */
  canTrain: boolean;
}

/** One training set: what is in it, its files, and the models trained on it. */
export function TrainingSetItem({ set, canChange, canTrain }: TrainingSetItemProps) {
  const remove = useDeleteTrainingSet();
  const title = `${set.name} ${set.number}`;
  const underWay = isLive(set);
  return (
    <article className={classes.set} aria-label={title}>
      <header>
        <h3 dir="auto">{title}</h3>
        <StateBadge state={set.state} />
        {underWay && (
          <span className="muted num" role="status">
            {percent(set.progress)} {set.message}
          </span>
        )}
      </header>
      {set.description && <p dir="auto">{set.description}</p>}
      {set.error && <p className={classes.error}>{set.error}</p>}
      {set.problems.length > 0 && (
        <p className={classes.error} role="alert">
          <b>Don’t use this copy.</b> It is no longer what was frozen: {set.problems.join(' ')}
        </p>
      )}
      {set.contents && (
        <>
          <p className="muted num">
            {splitSentence(set)}. {basisLabels[set.basis]}, seed {set.seed}
            {set.finished_at && `, ${dateTime(set.finished_at)}`}. {skippedSentence(set.contents.skipped)}
          </p>
          <Table
            label={`Contents of ${title}`}
            columns={[
              'Split',
              'Papers',
              'Speakers',
              'References',
              'Sentences',
              ...variants.map((variant) => variantHeads[variant]),
            ]}
          >
            {set.contents.statistics.map((each) => (
              <tr key={each.split} className={classes.row}>
                <th scope="row">{each.split}</th>
                <td data-label="papers">{count(each.papers)}</td>
                <td data-label="speakers">{count(each.speakers)}</td>
                <td data-label="with references">{count(each.references)}</td>
                <td data-label="sentences">{count(each.sentences)}</td>
                {variants.map((variant) => (
                  <td key={variant} data-label={`in ${variantHeads[variant]}`}>
                    {count(each.chosen[variant] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
          <p className={classes.note}>
            References: papers with a written summary. 150 words to 40 %: sentences in the summaries of that length.
          </p>
          <p className={classes.hash}>
            <span>SHA-256</span>
            <code>{set.sha256}</code>
            <CopyButton text={set.sha256} label="Copy hash" />
          </p>
          <details className={classes.files}>
            <summary>{plural(set.files.length, 'file')} to download</summary>
            <FileList files={set.files} addressOf={(form) => trainingFileUrl(set.id, form)} />
          </details>
          <TrainedModels set={set} canChange={canChange} canTrain={canTrain} />
        </>
      )}
      {remove.isError && <ErrorNote error={remove.error} />}
      {canChange && (
        <Group gap={8} mt={8}>
          <AskFirst
            verb={underWay ? 'Cancel' : 'Delete'}
            label={`${underWay ? 'Cancel' : 'Delete'} ${title}`}
            question={underWay ? `Stop making ${title}?` : `Delete ${title} with its files and models?`}
            yes={underWay ? 'Stop' : 'Delete'}
            no={underWay ? 'Go on' : 'Cancel'}
            isPending={remove.isPending}
            onYes={() => remove.mutate(set.id)}
          />
        </Group>
      )}
    </article>
  );
}
