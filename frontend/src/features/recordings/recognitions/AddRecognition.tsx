import { FileInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Form } from '@/ui/Form';
import { AgreeToSend } from './AgreeToSend';
import { type Recognitions, useAddRecognition } from './requests';

const own = 'own';
const file = 'file';

/** Adds a recognition: of the transcript's own words, from a file, or by a recogniser of this site. */
export function AddRecognition({ document, found }: { document: number; found: Recognitions }) {
  const [how, setHow] = useState<string>(found.recognitions.length === 0 ? own : file);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<File | null>(null);
  const [agreed, setAgreed] = useState('');
  const add = useAddRecognition(document);
  const asked = found.recognisers.find((one) => one.name === how);
  const refusal = asked?.refusal || (asked && !found.has_recording ? 'Add the recording first.' : '');
  const suggested = asked?.label ?? (how === own ? 'Transcript' : (chosen?.name.replace(/\.[^.]+$/, '') ?? ''));
  const given = name.trim() || suggested;
  const host = asked?.sends && !refusal ? asked.host : '';
  return (
    <Form
      label="Add a recognition"
      submit="Add"
      secondary
      isPending={add.isPending}
      disabled={given === '' || refusal !== '' || (how === file && chosen === null) || agreed !== host}
      error={add.error}
      onSubmit={() =>
        add.mutate(
          { name: given, file: how === file ? chosen : null, recogniser: asked?.name ?? '', maySendTo: agreed },
          {
            onSuccess: () => {
              setName('');
              setChosen(null);
              setAgreed('');
            },
          },
        )
      }
    >
      <Select
        label="What was heard by"
        allowDeselect={false}
        value={how}
        onChange={(value) => {
          setHow(value ?? file);
          setAgreed('');
        }}
        data={[
          { value: own, label: 'Whoever made this transcript' },
          { value: file, label: 'Another recogniser, in a file' },
          ...found.recognisers.map((one) => ({ value: one.name, label: one.label })),
        ]}
      />
      {how === file && (
        <FileInput
          label="Transcript"
          description="In any form that transcripts are imported in."
          value={chosen}
          onChange={setChosen}
        />
      )}
      {refusal && <p className="soft">{refusal}</p>}
      {host !== '' && (
        <AgreeToSend
          host={host}
          seconds={found.seconds}
          agreed={agreed === host}
          onAgree={(yes) => setAgreed(yes ? host : '')}
        />
      )}
      <TextInput
        label="Name"
        placeholder={suggested}
        maxLength={120}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </Form>
  );
}
