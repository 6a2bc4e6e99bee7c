import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { servePages, visit } from '../testing/pages';
import { uuid } from '../testing/sample';
import { show } from '../testing/shown';
import { RowWords } from './ConcordanceTab';

servePages();

async function words() {
  const page = await visit();
  const { doc } = page.state;
  const texts = doc.sourceUnits.map((unit) => ({ ...unit, text: 'High water marks by hand.' }));
  page.set({
    doc: {
      ...doc,
      sourceUnits: texts,
      rows: new Map(
        [...doc.rows].map(([id, row]) => [id, { ...row, source: row.source.map((c) => ({ ...c, end: 25 })) }]),
      ),
    },
  });
  const look = vi.fn();
  show(page, <RowWords row={uuid(1)} chosen="" look={look} />);
  return { look, user: userEvent.setup(), button: (name: string) => screen.getByRole('button', { name }) };
}

it('looks a word up, and with Shift the phrase from the last one to it, in either direction', async () => {
  const { look, user, button } = await words();
  await user.click(button('marks'));
  expect(look).toHaveBeenLastCalledWith('marks');
  await user.keyboard('{Shift>}');
  await user.click(button('High'));
  expect(look).toHaveBeenLastCalledWith('High water marks');
  await user.click(button('hand'));
  expect(look).toHaveBeenLastCalledWith('marks by hand');
  await user.keyboard('{/Shift}');
});

it('is walked by arrows: one stop for Tab, and Home and End for its ends', async () => {
  const { user, button } = await words();
  button('High').focus();
  await user.keyboard('{ArrowRight}');
  expect(button('water')).toHaveFocus();
  expect([button('water').tabIndex, button('High').tabIndex]).toEqual([0, -1]);
  await user.keyboard('{End}');
  expect(button('hand')).toHaveFocus();
  await user.keyboard('{Home}{ArrowLeft}');
  expect(button('High')).toHaveFocus();
});
