import { Checkbox, NumberInput, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Link } from 'react-router';
import { useDefaults } from '@/api/defaults';
import { useDocuments } from '@/api/documents';
import { plural } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { CopyButton } from '@/ui/CopyButton';
import { Loading } from '@/ui/Loading';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { variantLabels, wordsOf } from './model';
import { type TrainedModel, type TrainingSet, useModelSummary, wordsOfHybrid } from './requests';
import classes from './Training.module.css';

export interface Trained {
  model: TrainedModel;
  set: TrainingSet;
}

interface SummariseByModelProps {
  slug: string;
  /** Those that are ready; never empty. */
  models: readonly [Trained, ...Trained[]];
}

/** The summary of a paper by a trained model, for papers that no talk was given about. The choice is in the URL. */
export function SummariseByModel({ slug, models }: SummariseByModelProps) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const papers = useDocuments(slug, 'paper');
  const chosen = models.find(({ model }) => String(model.id) === params.get('model')) ?? models[0];
  const paper = papers.data?.results.find(({ id }) => String(id) === params.get('paper'));
  const most = useDefaults().data?.most_words ?? Number.POSITIVE_INFINITY;
  const words = wordsOf(params.get('words'), most);
  const hybrid = params.get('abstract') === 'yes';
  const summary = useModelSummary(chosen.model.id, paper?.id ?? null, words, hybrid);
  const change = (name: string, value: string) => choose({ [name]: value }, { replace: true });
  const changeWords = useDebouncedCallback(
    (value: string | number) => change('words', value ? String(value) : ''),
    400,
  );
  return (
    <Part title="Summarise a paper" note="also one without a talk">
      <div className={classes.choices}>
        <Select
          label="Model"
          data={models.map(({ model, set }) => ({
            value: String(model.id),
            label: `${set.name} ${set.number}, ${variantLabels[model.variant]}`,
          }))}
          value={String(chosen.model.id)}
          allowDeselect={false}
          onChange={(value) => change('model', value ?? '')}
        />
        <Select
          label="Paper"
          placeholder="Choose a paper"
          searchable
          data={(papers.data?.results ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          value={paper ? String(paper.id) : null}
          onChange={(value) => change('paper', value ?? '')}
          nothingFoundMessage="No paper has this in its title."
        />
        <NumberInput
          label="Words"
          placeholder={hybrid ? String(wordsOfHybrid) : 'as trained'}
          min={1}
          max={most}
          allowDecimal={false}
          defaultValue={words ?? ''}
          onChange={changeWords}
        />
        <Checkbox
          label="The abstract first"
          checked={hybrid}
          onChange={(event) => change('abstract', event.currentTarget.checked ? 'yes' : '')}
        />
      </div>
      <Pending of={papers} />
      <Pending of={summary} />
      {summary.isLoading && <Loading what="summary" />}
      {summary.data && (
        <>
          <p className="muted num" role="status">
            {plural(summary.data.sentences.length, 'sentence')}, {plural(summary.data.n_words_total, 'word')}, in the
            order of <Link to={`/p/${slug}/documents/${summary.data.document}`}>the paper</Link>
          </p>
          <ol className={classes.summary} lang={paper?.language || undefined}>
            {summary.data.sentences.map((sentence) => (
              <li key={sentence.position}>
                <small>{sentence.section}</small>
                <p dir="auto">{sentence.text}</p>
              </li>
            ))}
          </ol>
          <CopyButton text={summary.data.sentences.map(({ text }) => text).join('\n')} label="Copy summary" />
        </>
      )}
    </Part>
  );
}
