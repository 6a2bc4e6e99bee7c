import { Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { TextField } from '@/ui/TextField';
import type { Question } from './requests';
import classes from './Tasks.module.css';

const scales = [
  { value: 'whole', label: '1, 2 … 5' },
  { value: 'half', label: 'half steps' },
  { value: 'yesno', label: 'yes or no' },
];

interface QuestionFieldsProps {
  questions: Question[];
  /** Ready to take. */
  presets: Question[];
  most: number;
  onChange: (questions: Question[]) => void;
}

/** The questions, each with its meaning, its scale and its words. */
export function QuestionFields({ questions, presets, most, onChange }: QuestionFieldsProps) {
  const put = (at: number, changed: Partial<Question>) =>
    onChange(questions.map((each, index) => (index === at ? { ...each, ...changed } : each)));
  const preset = presets[0];
  const add = () => onChange([...questions, { name: '', meaning: '', scale: 'whole', words: preset?.words ?? [] }]);
  return (
    <div className={classes.fields}>
      {questions.map((question, at) => (
        <fieldset key={at} className={classes.question}>
          <legend>Question {at + 1}</legend>
          <TextField
            label="Name"
            maxLength={60}
            value={question.name}
            onChange={(name) => put(at, { name })}
            required
          />
          <Textarea
            label="Meaning"
            autosize
            maxLength={500}
            value={question.meaning}
            onChange={(event) => put(at, { meaning: event.currentTarget.value })}
          />
          <SegmentedControl
            aria-label={`Scale of question ${at + 1}`}
            data={scales}
            value={question.scale}
            onChange={(scale) => put(at, rescaled(question, scale as Question['scale'], preset?.words))}
          />
          <TextField
            label="Words, from the least to the greatest"
            description={question.scale === 'yesno' ? 'Two, or none for no and yes' : 'Five, or none'}
            value={(question.words ?? []).join(', ')}
            onChange={(words) =>
              put(at, { words: words === '' ? [] : words.split(',').map((word) => word.trimStart()) })
            }
          />
          {questions.length > 1 && (
            <div>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Remove question ${at + 1}`}
                onClick={() => onChange(questions.filter((_, index) => index !== at))}
              >
                Remove
              </Button>
            </div>
          )}
        </fieldset>
      ))}
      <Group gap={8}>
        <Button onClick={add} disabled={questions.length >= most}>
          Add a question
        </Button>
        <Button variant="subtle" onClick={() => onChange(presets)}>
          {presets.length > 1 ? 'Take M3AV’s four' : 'Take the listening test’s'}
        </Button>
      </Group>
    </div>
  );
}

/** Words of five steps fit no yes and no, and the other way round. */
function rescaled(question: Question, scale: Question['scale'], words: string[] | undefined): Partial<Question> {
  const isSame = (question.scale === 'yesno') === (scale === 'yesno');
  return isSame ? { scale } : { scale, words: scale === 'yesno' ? [] : (words ?? []) };
}
