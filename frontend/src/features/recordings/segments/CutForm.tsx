import { NumberInput } from '@mantine/core';
import { plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { useFields } from '@/ui/useFields';
import { type StoredSegments, useCut } from './requests';

interface CutFormProps {
  document: number;
  stored: StoredSegments;
  /** The version that is replaced, where it is not that of `stored`. */
  version?: string | null;
  /** Segments that people have set. */
  nSet?: number;
  onCut: () => void;
}

/** Of each rule, as on the server. */
const shortestSeconds = 0.05;

type Rule = keyof StoredSegments['rules'];
const fields: Readonly<Record<Rule, readonly [label: string, description: string]>> = {
  pause_seconds: ['Cut at pauses over', 'A cut is allowed there, and where a sentence ends.'],
  close_seconds: ['Close from', 'A segment that lasts so long is closed.'],
  max_seconds: ['Close before', 'It is closed before it would last so long.'],
  drop_seconds: ['Leave out silence over', 'Shorter silence belongs to the segment behind it.'],
};

/** The rules by which a recording is cut, as those of M3AV to begin with. */
export function CutForm({ document, stored, version = stored.changed_at, nSet = 0, onCut }: CutFormProps) {
  const cut = useCut(document);
  const { values, field, rest } = useFields(stored.rules, cut.error);
  return (
    <Form
      label="Rules"
      submit={stored.segments ? 'Cut again' : 'Cut'}
      isPending={cut.isPending}
      error={rest}
      onSubmit={() => cut.mutate({ rules: values, version }, { onSuccess: onCut })}
    >
      {Object.entries(fields).map(([name, [label, description]]) => (
        <NumberInput
          key={name}
          label={label}
          description={description}
          suffix=" s"
          min={shortestSeconds}
          step={0.1}
          {...field(name as Rule)}
        />
      ))}
      {!stored.has_word_times && (
        <p className="soft">Words have no times of their own here. They are spread over their lines.</p>
      )}
      {stored.segments && (
        <p className="soft">
          {nSet === 0
            ? 'Nobody has set a segment by hand yet: all are cut anew.'
            : `${plural(nSet, 'segment')} set by hand stay${nSet === 1 ? 's' : ''}; what is between them is cut anew.`}
        </p>
      )}
    </Form>
  );
}
