import { Checkbox, Group, NativeSelect } from '@mantine/core';
import type { FileChange, ImportFile } from '@/api/types';
import { language } from '@/lib/format';
import classes from './FileChoices.module.css';
import { isNamed } from './SameName';

/** Languages a file can be said to be in; what it was recognised as is always among the choices. */
const languageTags = 'en ja de fr es it pt nl zh ko ar ru uk pl cs sv da nb fi hu ro tr el he fa hi id vi th'.split(
  ' ',
);

interface FileChoicesProps {
  file: ImportFile;
  disabled: boolean;
  onChange: (change: FileChange) => void;
}

/** What a person can correct: the format among those that fit, the language of each side, new beside the old. */
export function FileChoices({ file, disabled, onChange }: FileChoicesProps) {
  const bitext = file.documents.filter(({ side }) => side === 'source' || side === 'target').length > 1;
  const options = file.options as { as_new?: boolean };
  return (
    <Group component="span" gap={8} align="flex-end" ml="auto">
      {file.choices.length > 1 && (
        <NativeSelect
          size="xs"
          classNames={{ root: classes.choice }}
          label="Read as"
          value={file.format}
          disabled={disabled}
          onChange={(event) => onChange({ format: event.currentTarget.value })}
          data={file.choices.map(({ format, label }) => ({ value: format, label }))}
        />
      )}
      {file.format && !bitext && (
        <Language
          label="Language"
          tag={file.language}
          disabled={disabled}
          onChange={(tag) => onChange({ language: tag })}
        />
      )}
      {bitext && (
        <>
          <Language
            label="Source"
            tag={file.documents.find(({ side }) => side === 'source')?.language ?? ''}
            disabled={disabled}
            onChange={(tag) => onChange({ source_language: tag })}
          />
          <Language
            label="Target"
            tag={file.documents.find(({ side }) => side === 'target')?.language ?? ''}
            disabled={disabled}
            onChange={(tag) => onChange({ target_language: tag })}
          />
        </>
      )}
      {isKnownById(file) && (
        <Checkbox
          label="Import as new"
          description="Keeps the existing one unchanged."
          checked={options.as_new === true}
          disabled={disabled}
          onChange={(event) => onChange({ as_new: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}

/** Whether something in a file changes what the project knows by its id; what it knows by name is asked apart. */
function isKnownById({ change, documents, n_entries }: ImportFile): boolean {
  return (
    change === 'changed' && (n_entries > 0 || documents.some((each) => each.status === 'changed' && !isNamed(each)))
  );
}

interface LanguageProps {
  label: string;
  tag: string;
  disabled: boolean;
  onChange: (tag: string) => void;
}

function Language({ label, tag, disabled, onChange }: LanguageProps) {
  return (
    <NativeSelect
      size="xs"
      classNames={{ root: classes.choice }}
      label={label}
      value={tag}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...new Set([tag, ...languageTags])].map((value) => ({ value, label: language(value) }))}
    />
  );
}
