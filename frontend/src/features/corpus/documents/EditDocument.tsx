import { NativeSelect, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useCorrectDocument, useRemoveDocument } from '@/api/documents';
import { may } from '@/api/roles';
import type { Document } from '@/api/types';
import { language } from '@/lib/format';
import { Form } from '@/ui/Form';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import { useFields } from '@/ui/useFields';

interface EditDocumentProps {
  slug: string;
  document: Document;
  myRole: string | null | undefined;
}

/** What an admin can change about a document: its title, language and kind, never its text. */
export function EditDocument({ slug, document, myRole }: EditDocumentProps) {
  const correct = useCorrectDocument(document.id);
  const remove = useRemoveDocument();
  const navigate = useNavigate();
  const stored = { title: document.title, language: document.language, kind: document.kind };
  const { values, field, rest } = useFields(stored, correct.error);
  const { kind } = values;
  const [title, tag] = [values.title.trim(), values.language.trim()];
  const isChanged = title !== document.title || tag !== document.language || kind !== document.kind;
  const mayEdit = may(myRole, 'documents', 'partial_update');
  const mayDelete = may(myRole, 'documents', 'destroy');
  if (!mayEdit && !mayDelete) return null;
  return (
    <Part title="Edit document">
      {mayEdit && (
        <Form
          onSubmit={() => correct.mutate({ title, language: tag, ...(kind !== document.kind && { kind }) })}
          error={rest}
          submit="Save"
          secondary
          isPending={correct.isPending}
          disabled={!title || !isChanged}
        >
          <TextInput label="Title" required maxLength={300} dir="auto" {...field('title')} />
          <TextInput
            label="Language"
            description={tag ? language(tag) : 'A language tag such as en or ja; blank if unknown'}
            maxLength={16}
            autoCapitalize="none"
            spellCheck={false}
            {...field('language')}
          />
          {document.kind !== 'slides' && (
            <NativeSelect
              label="Kind"
              description={
                kind === document.kind || document.pairs.length === 0
                  ? 'A pair whose source is a paper is a pair of paper and talk'
                  : 'Pairs with this source change with it and lose their runs. Not possible once one is reviewed.'
              }
              {...field('kind')}
              data={[
                { value: 'paper', label: 'Paper' },
                { value: 'transcript', label: 'Transcript' },
                { value: 'text', label: 'Text' },
              ]}
            />
          )}
        </Form>
      )}
      {mayDelete && (
        <Removal
          what="document"
          kept={document.pairs.length > 0 ? 'It is part of a pair, so it can’t be deleted.' : null}
          lost="This deletes its text and source file. To restore it, import the file again."
          remove={remove}
          onYes={() => remove.mutate(document.id, { onSuccess: () => void navigate(`/p/${slug}/documents`) })}
        />
      )}
    </Part>
  );
}
