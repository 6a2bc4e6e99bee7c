import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Editor } from '../editor/editor';
import { paperTexts, rangesIn } from '../frame/markedHits';
import { useKeys } from '../frame/useKeys';
import { rowOf } from '../model/document';
import { finderOf } from '../model/hits';
import { MemoryStorage } from '../sending/storage';
import { sampleContent, sampleInfo, uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { silent } from '../testing/silent';
import { Paper } from './Paper';

const sentences = [
  'We pause.', 'Speakers hesitate.', 'Nobody knows why.', 'It is so.', 'Deploying is hard.', 'We stop.', 'The end.',
  'Hesitation ends.',
] as const; // biome-ignore format: a list

let editor: Editor;
const user = userEvent.setup({ delay: null });

function Page() {
  useKeys();
  return (
    <>
      <div data-scope="rows">
        <button type="button">a span</button>
      </div>
      <Paper />
    </>
  );
}

const sentence = () => rowOf(editor.state.doc, uuid(1)).source[0]?.unit;
const current = () => document.querySelector('[data-hit=current]');

beforeEach(() => {
  const content = sampleContent(
    sentences,
    ['so we pause', 'hesitating', 'yes'],
    [
      { source: [0], target: [0] },
      { source: [], target: [1] },
      { source: [7], target: [2] },
    ],
  );
  editor = new Editor(sampleInfo('paper_talk'), content, silent().transport, new MemoryStorage());
  editor.set({ active: uuid(1) });
  show(editor, <Page />);
  act(() => screen.getByRole('button', { name: 'a span' }).focus());
});

it('finds a sentence that nobody has spoken about, and chooses it in six keys and its letters', async () => {
  expect(screen.queryByText('Deploying is hard.')).toBeNull();
  await user.keyboard('{ArrowRight}/dep');
  expect(screen.getByRole('searchbox', { name: 'Search the paper' })).toHaveFocus();
  expect(current()).toHaveTextContent('Deploying is hard. · not spoken');
  await user.keyboard('{Enter}');
  expect(sentence()).toBe(4);
  expect(editor.state).toMatchObject({ paperQuery: null, paperCursor: null });
});

it('marks the hit also where it is the first word of the sentence, beside its number', async () => {
  await user.keyboard('{ArrowRight}/dep');
  const marked = rangesIn(document, paperTexts, finderOf('dep', false)).map(String);
  expect(marked).toEqual(['Dep']);
});

it('goes from hit to hit by the arrows, later by its keys, and leaves the span alone at Escape', async () => {
  await user.keyboard('{ArrowRight}/hes');
  expect(screen.getByText('1 of 2')).toBeInTheDocument();
  expect(current()).toHaveTextContent('Speakers hesitate.');
  await user.keyboard('{ArrowDown}');
  expect(current()).toHaveTextContent('Hesitation ends.');
  await user.keyboard('{ArrowDown}');
  expect(current()).toHaveTextContent('Speakers hesitate.');
  await user.keyboard('{Control>}g{/Control}');
  expect(current()).toHaveTextContent('Hesitation ends.');
  await user.keyboard('{Escape}');
  expect(current()).toBeNull();
  expect(sentence()).toBe(0);
});

it('stays with Shift, for the next span', async () => {
  await user.keyboard('{ArrowRight}/hes{Shift>}{Enter}{/Shift}');
  expect(sentence()).toBe(1);
  expect(editor.state.paperQuery).toBe('hes');
});

it('shows a hit with its neighbours, or hits only', async () => {
  const paper = within(screen.getByRole('region', { name: 'Paper' }));
  await user.keyboard('{ArrowRight}/dep');
  expect(paper.getByText('It is so.')).toBeInTheDocument();
  await user.click(paper.getByRole('checkbox', { name: 'Hits only' }));
  expect(paper.queryByText('It is so.')).toBeNull();
  expect(paper.getByText('Deploying is hard.')).toBeInTheDocument();
});

it('says where what no sentence has was said', async () => {
  await user.keyboard('{ArrowRight}/hesitating');
  expect(screen.getByText(/^No sentence has/)).toHaveTextContent(
    'No sentence has “hesitating”. 1 span has: in the talk',
  );
  await user.click(screen.getByRole('button', { name: 'in the talk' }));
  expect(editor.state).toMatchObject({ paperQuery: null, visible: [uuid(2)] });
});
