import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { MentionField } from './MentionField';

const people = [
  { username: 'ines', name: 'Ines Koba' },
  { username: 'ingo', name: 'Ingo Brandt' },
  { username: 'tomas', name: 'Tomás Arriaga' },
];
const onKeyDown = vi.fn();
const shown = () => screen.queryAllByRole('option').map((option) => option.textContent);

function Field() {
  const [text, setText] = useState('');
  return <MentionField people={people} hint="" value={text} onChange={setText} onKeyDown={onKeyDown} />;
}

beforeEach(() => {
  onKeyDown.mockReset();
  render(<Field />);
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox');

it('completes the name that is being written, by arrows and Enter, round the ends', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'See @in');
  expect(shown()).toEqual(['Ines Koba @ines', 'Ingo Brandt @ingo']);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(field()).toHaveValue('See @ingo ');
  expect(shown()).toEqual([]);
  await user.keyboard('now');
  expect(field()).toHaveValue('See @ingo now');
});

it('completes where the caret is, not at the end of the text', async () => {
  const user = userEvent.setup();
  await user.type(field(), ' please');
  field().setSelectionRange(0, 0);
  await user.type(field(), '@tom', { initialSelectionStart: 0, initialSelectionEnd: 0 });
  await user.click(screen.getByRole('option'));
  expect(field()).toHaveValue('@tomas  please');
});

it('offers nothing within a word, and gives up on Escape; other keys are whose the field is', async () => {
  const user = userEvent.setup();
  await user.type(field(), 'mail@in');
  expect(shown()).toEqual([]);
  await user.keyboard('{Enter}');
  expect(onKeyDown).toHaveBeenLastCalledWith(expect.objectContaining({ key: 'Enter' }));
  await user.clear(field());
  await user.type(field(), '@i');
  onKeyDown.mockReset();
  await user.keyboard('{Escape}');
  expect(shown()).toEqual([]);
  expect(onKeyDown).not.toHaveBeenCalled();
});
