import { NumberInput, Radio } from '@mantine/core';
import { Link } from 'react-router';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';
import { ratable } from './model';
import { type GeneratedText, type GenerationRun, useSendToRaters } from './requests';

interface ToRatersProps {
  run: GenerationRun;
  open: GeneratedText;
  texts: readonly GeneratedText[];
}

const words = ['Bad', 'Poor', 'Fair', 'Good', 'Excellent'];
/** As M3AV asked. */
const questions = [
  ['Coherence', 'Does the text as a whole build from sentence to sentence?'],
  ['Consistency', 'Does it state only what the reference states?'],
  ['Fluency', 'Is each sentence well formed and easy to read?'],
  ['Relevance', 'Does it say what matters, and nothing that does not?'],
].map(([name = '', meaning = '']) => ({ name, meaning, scale: 'whole' as const, words }));

/** Makes a rating task of a slide's text or of all texts of the talk. Raters see what a text was made from beside it. */
export function ToRaters({ run, open, texts }: ToRatersProps) {
  const send = useSendToRaters();
  const { values, field, rest } = useFields({ name: 'Texts of talks', which: 'one', per_set: 3 }, send.error);
  const chosen = ratable(values.which === 'one' ? [open] : texts);
  if (send.data) {
    return (
      <p role="status">
        {plural(chosen.length, 'text')} for raters.{' '}
        <Link to={`/p/${run.project}/summaries/ratings/tasks/${send.data.id}`}>Open the rating task</Link> to add
        raters.
      </p>
    );
  }
  return (
    <Form
      onSubmit={() => {
        const { name, per_set } = values;
        send.mutate({ project: run.project, name, per_set, questions, run, texts: chosen });
      }}
      error={rest}
      submit="Make the task"
      isPending={send.isPending}
      disabled={chosen.length === 0 || !values.name.trim()}
    >
      <TextField
        label="Name"
        description="Raters read it: it must not name systems."
        maxLength={120}
        {...field('name')}
      />
      <Radio.Group label="Texts" {...field('which')}>
        <Radio value="one" label={`Of slide ${open.page}`} mt={6} />
        <Radio value="all" label={`All of this talk, ${ratable(texts).length}`} mt={6} />
      </Radio.Group>
      <NumberInput label="Raters for each text" min={1} max={50} allowDecimal={false} {...field('per_set')} />
      <p className="soft">Asked for: coherence, consistency, fluency, relevance, each from 1 to 5.</p>
    </Form>
  );
}
