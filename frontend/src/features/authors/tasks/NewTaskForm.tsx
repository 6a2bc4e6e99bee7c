import { NumberInput, SegmentedControl, Select, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Defaults } from '@/api/types';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { dayFromNow, endOfDay } from '../linkDates';
import { ItemsFields } from './ItemsFields';
import { type Items, mostSetsOfARater, noItems, setsOf } from './model/items';
import { filesToSend } from './model/samples';
import { QuestionFields } from './QuestionFields';
import { RuleFields, type Rules } from './RuleFields';
import type { Question, TaskRequest } from './requests';
import classes from './Tasks.module.css';
import { useMakingTask } from './useMakingTask';

type Medium = 'text' | 'sound';
type Language = NonNullable<TaskRequest['language']>;
const languages = { en: 'English', de: 'Deutsch', ja: '日本語' } satisfies Record<Language, string>;

interface NewTaskFormProps {
  slug: string;
  defaults: Defaults;
  onMade: (id: number) => void;
}

export function NewTaskForm({ slug, defaults, onMade }: NewTaskFormProps) {
  const making = useMakingTask(onMade);
  const { rating_task: first, invitation_days } = defaults;
  const [questions, setQuestions] = useState<Question[]>(first.text);
  const [rules, setRules] = useState<Rules>(first.rules);
  const [items, setItems] = useState<Items>(noItems);
  const { values, change, field, rest } = useFields(
    {
      name: '',
      instructions: '',
      medium: 'text' as Medium,
      language: 'en' as Language,
      per_set: 20,
      sets_per_rater: 10,
      closes_at: dayFromNow(invitation_days),
    },
    making.error,
  );
  const chooseMedium = (medium: Medium) => {
    change({ medium });
    setQuestions(first[medium]);
    setItems(noItems);
  };
  const sets = setsOf(items);
  const isSound = values.medium === 'sound';
  const toSend = items.list ? filesToSend(items.list.samples, isSound) : [];
  const submit = () => {
    const task = { project: slug, ...values, closes_at: endOfDay(values.closes_at), questions, rules };
    making.mutate({ task, items });
  };
  return (
    <Form
      wide
      label="New rating task"
      onSubmit={submit}
      error={rest}
      submit="Make the task"
      isPending={making.isPending}
      disabled={!values.name.trim() || sets === 0 || questions.some(({ name }) => !name.trim())}
      beside={
        <span className="soft" role="status">
          {making.isPending && toSend.length > 0
            ? `${making.sent} of ${plural(toSend.length, isSound ? 'sound' : 'picture')} sent`
            : 'Next, you try it as a rater and make the links.'}
        </span>
      }
    >
      <Section title="What is rated">
        <div className={classes.fields}>
          <TextField
            label="Name"
            description="Raters see this. It names no system."
            maxLength={120}
            required
            {...field('name')}
          />
          <SegmentedControl
            aria-label="What is rated"
            data={[
              { value: 'text', label: 'Texts' },
              { value: 'sound', label: 'Sound' },
            ]}
            value={values.medium}
            onChange={(medium) => chooseMedium(medium as Medium)}
            disabled={making.isMade}
          />
          <ItemsFields key={values.medium} slug={slug} isSound={isSound} items={items} onItems={setItems} />
          <Textarea
            label="Guidelines"
            description="Optional. Raters can open them at any time."
            autosize
            minRows={2}
            {...field('instructions')}
          />
        </div>
      </Section>
      <Section title="Questions" note="one to four">
        <QuestionFields
          questions={questions}
          presets={first[values.medium]}
          most={first.most_questions}
          onChange={setQuestions}
        />
      </Section>
      <Section title="Raters">
        <div className={classes.fields}>
          <NumberInput label="Raters for each set" min={1} max={first.most_raters} {...field('per_set')} />
          <NumberInput
            label="Sets for each rater"
            description="All samples of each, in an order of their own"
            min={1}
            max={mostSetsOfARater}
            {...field('sets_per_rater')}
          />
          {sets > 0 && <p className="soft num">{neededWords(sets, values.per_set, values.sets_per_rater)}</p>}
          <Select
            label="Language of the raters’ page"
            data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...field('language')}
          />
          <TextField label="Closes after" type="date" min={dayFromNow(0)} required {...field('closes_at')} />
        </div>
      </Section>
      <Section title="Not counted when" note="decided at the end, by rules chosen now">
        <RuleFields rules={rules} isSound={isSound} onChange={setRules} />
      </Section>
    </Form>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>
        {title} {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

/** How many raters it takes. */
function neededWords(sets: number, perSet: number, setsPerRater: number): string {
  const each = Math.max(1, Math.min(sets, setsPerRater));
  return `${plural(Math.ceil((sets * perSet) / each), 'rater')} who finish are enough: ${plural(sets, 'set')}, each rated ${plural(perSet, 'time')}.`;
}
