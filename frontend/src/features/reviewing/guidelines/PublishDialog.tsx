/** Asked before a version is published: what becomes of reviews in progress, and what is new in one line. */

import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { Guidelines } from '@/api/guidelines';
import { usePublish } from '@/features/reviewing/requests/guidelines';
import { ErrorNote } from '@/ui/ErrorNote';
import { FormDialog } from '@/ui/FormDialog';

interface Props {
  slug: string;
  number: number;
  revision: number;
  guidelines: Guidelines;
  onClose: () => void;
  onPublished: () => void;
}

export function PublishDialog({ slug, number, revision, guidelines: { current }, onClose, onPublished }: Props) {
  const narrow = useMediaQuery('(max-width: 699px)');
  const publish = usePublish(slug);
  const [note, setNote] = useState('');
  const [moves, setMoves] = useState(true);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    publish.mutate({ revision, note, move_reviews: moves }, { onSuccess: onPublished });
  };
  return (
    <FormDialog opened onClose={onClose} title={`Publish version ${number}`} size={480} fullScreen={narrow}>
      <Stack component="form" gap={12} onSubmit={submit}>
        <p>A published version never changes. New reviews are made under it.</p>
        <Radio.Group
          label="Reviews in progress"
          value={moves ? 'move' : 'keep'}
          onChange={(value) => setMoves(value === 'move')}
        >
          <Stack gap={8} pt={4}>
            <Radio value="move" label={`Move to version ${number}`} description="Their annotators are told." />
            <Radio
              value="keep"
              label={current === null ? 'Keep the labels they have' : 'Keep the version they have'}
              description="The page says that a newer one is current."
            />
          </Stack>
        </Radio.Group>
        <TextInput
          label="What is new, in one line"
          description="Shown to annotators."
          data-autofocus
          maxLength={200}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {publish.isError && <ErrorNote error={publish.error} />}
        <Group gap={8} align="flex-start">
          <Button type="submit" variant="filled" loading={publish.isPending}>
            Publish
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </Group>
      </Stack>
    </FormDialog>
  );
}
