import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { AddRecognition } from './AddRecognition';
import { AgreeToSend } from './AgreeToSend';
import type { Recognitions } from './requests';

const found: Recognitions = {
  recognitions: [],
  recognisers: [
    { name: 'endpoint', label: 'A speech endpoint', refusal: '', sends: true, host: 'speech.example.org' },
    { name: 'pocketsphinx', label: 'PocketSphinx', refusal: '', sends: false, host: '' },
  ],
  has_recording: true,
  seconds: 754,
  limit_bytes: 1000,
};

async function choose(label: string) {
  fireEvent.click(await screen.findByRole('combobox', { name: 'What was heard by' }));
  fireEvent.click(await screen.findByRole('option', { name: label }));
}

it('asks before sound is sent, and asks again for another recogniser', async () => {
  renderAt('/', '/', <AddRecognition document={1} found={found} />);
  const add = await screen.findByRole('button', { name: 'Add' });
  await choose('A speech endpoint');
  const agree = screen.getByRole('checkbox', { name: 'Send 13 minutes of sound to speech.example.org' });
  expect(add).toBeDisabled();
  fireEvent.click(agree);
  expect(add).toBeEnabled();
  await choose('PocketSphinx');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(add).toBeEnabled();
  await choose('A speech endpoint');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
  expect(add).toBeDisabled();
});

it('says so where nobody knows how long a recording is', async () => {
  renderAt('/', '/', <AgreeToSend host="speech.example.org" seconds={null} agreed={false} onAgree={() => {}} />);
  expect(await screen.findByRole('checkbox', { name: /^Send the whole recording to speech/ })).toBeInTheDocument();
});
