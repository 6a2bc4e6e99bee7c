import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { useCorrectDocument, useRemoveDocument } from '@/api/documents';
import type { Document } from '@/api/types';
import { language } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import { Removal } from '@/ui/Removal';
import classes from './Documents.module.css';

/** What an admin corrects of a document: what it is called and its language, never its text. */
export function Correct({ slug, document }: { slug: string; document: Document }) {
  const correct = useCorrectDocument(document.id);
  const remove = useRemoveDocument();
  const navigate = useNavigate();
  const [title, setTitle] = useState(document.title);
  const [tag, setTag] = useState(document.language);
  const fault = (field: string) => (correct.error instanceof ApiError ? correct.error.field(field) : undefined);
  const isNamed = ['title', 'language'].some(fault);
  const isChanged = title.trim() !== document.title || tag.trim() !== document.language;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    correct.mutate({ title: title.trim(), language: tag.trim() });
  };
  return (
    <Part title="Correct">
      <form onSubmit={submit} className={classes.form}>
        <TextInput
          label="Title"
          required
          maxLength={300}
          dir="auto"
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={fault('title')}
        />
        <TextInput
          label="Language"
          description={tag.trim() ? language(tag.trim()) : 'Such as en or ja; empty if unknown'}
          maxLength={16}
          autoCapitalize="none"
          spellCheck={false}
          value={tag}
          onChange={(event) => setTag(event.currentTarget.value)}
          error={fault('language')}
        />
        {correct.isError && !isNamed && <ErrorNote error={correct.error} />}
        <div>
          <Button type="submit" loading={correct.isPending} disabled={!title.trim() || !isChanged}>
            Save
          </Button>
        </div>
      </form>
      <div className={classes.removal}>
        <Removal
          what="the document"
          kept={document.pairs.length > 0 ? 'It is in a pair, so it cannot be removed.' : null}
          lost="Its text and source file are lost here; import them again to have it back."
          remove={remove}
          onYes={() => remove.mutate(document.id, { onSuccess: () => void navigate(`/p/${slug}/documents`) })}
        />
      </div>
    </Part>
  );
}
