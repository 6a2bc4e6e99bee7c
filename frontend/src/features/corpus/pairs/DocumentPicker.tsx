import { Select } from '@mantine/core';
import type { DocumentSummary } from '@/api/types';
import { count, language } from '@/lib/format';

/** Options drawn at once; typing finds the others. */
const shown = 60;

interface DocumentPickerProps {
  label: string;
  description: string;
  documents: DocumentSummary[];
  /** The document on the other side, which cannot be chosen here too. */
  other: string | null;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Chooses one side of a pair from the documents of a project. */
export function DocumentPicker({ label, description, documents, other, value, onChange }: DocumentPickerProps) {
  return (
    <Select
      label={label}
      description={description}
      placeholder={`Type to search ${count(documents.length)} documents`}
      searchable
      required
      limit={shown}
      nothingFoundMessage="No matching documents"
      data={documents
        .filter(({ id }) => String(id) !== other)
        .map(({ id, title, kind, language: tag }) => ({
          value: String(id),
          label: `${title} (${kind}, ${language(tag)})`,
        }))}
      value={value}
      onChange={onChange}
    />
  );
}
