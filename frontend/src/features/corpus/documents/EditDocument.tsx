import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCorrectDocument, useRemoveDocument } from '@/api/documents';
import { may } from '@/api/roles';
import type { Document, DocumentKind } from '@/api/types';
import { language } from '@/lib/format';
import { Form } from '@/ui/Form';
import { formErrors } from '@/ui/formErrors';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import { TextField } from '@/ui/TextField';

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
  const [title, setTitle] = useState(document.title);
  const [tag, setTag] = useState(document.language);
  const [kind, setKind] = useState<DocumentKind>(document.kind);
  const errors = formErrors(correct.error, ['title', 'language', 'kind']);
  const isChanged = title.trim() !== document.title || tag.trim() !== document.language || kind !== document.kind;
  const mayEdit = may(myRole, 'documents', 'partial_update');
  const mayDelete = may(myRole, 'documents', 'destroy');
  if (!mayEdit && !mayDelete) return null;
  return (
    <Part title="Edit document">
      {mayEdit && (
        <Form
          onSubmit={() =>
            correct.mutate({
              title: title.trim(),
              language: tag.trim(),
              ...(kind !== document.kind && { kind }),
            })
          }
          error={errors.rest}
          submit="Save"
          secondary
          isPending={correct.isPending}
          disabled={!title.trim() || !isChanged}
        >
          <TextField
            label="Title"
            required
            maxLength={300}
            dir="auto"
            value={title}
            onChange={setTitle}
            error={errors.field('title')}
          />
          <TextField
            label="Language"
            description={tag.trim() ? language(tag.trim()) : 'A language tag such as en or ja; blank if unknown'}
            maxLength={16}
            autoCapitalize="none"
            spellCheck={false}
            value={tag}
            onChange={setTag}
            error={errors.field('language')}
          />
          {document.kind !== 'slides' && (
            <NativeSelect
              label="Kind"
              description={
                kind === document.kind || document.pairs.length === 0
                  ? 'A pair whose source is a paper is a pair of paper and talk'
                  : 'Pairs with this source change with it and lose their runs. Not possible once one is reviewed.'
              }
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as DocumentKind)}
              data={[
                { value: 'paper', label: 'Paper' },
                { value: 'transcript', label: 'Transcript' },
                { value: 'text', label: 'Text' },
              ]}
              error={errors.field('kind')}
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
