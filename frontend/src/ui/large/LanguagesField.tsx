import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { languageChoices } from '@/lib/languages';

interface LanguagesFieldProps {
  label: string;
  description?: ReactNode;
  value: string[];
  onChange: (languages: string[]) => void;
  error?: ReactNode;
  /** Offered in any case, such as those of the project's texts. */
  known?: readonly string[];
}

/** Chooses languages by their names; none at all is every language. */
export function LanguagesField({ value, known = [], ...field }: LanguagesFieldProps) {
  return (
    <MultiSelect
      {...field}
      data={languageChoices([...new Set([...known, ...value])])}
      value={value}
      placeholder={value.length === 0 ? 'All languages' : ''}
      searchable
      clearable
      limit={12}
      hidePickedOptions
      nothingFoundMessage="No language of this name"
    />
  );
}
