import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Label } from '../model/labels';
import { servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { LabelLine } from './GuidelinesTab';

servePages();

it('names labels with their keys, and leaves their ids to files', async () => {
  const page = await visit();
  const [one] = page.state.info.labels;
  const alignment: Label = { ...(one as Label), key: 'good_align', name: 'Good alignment', shortcut: null };
  const own: Label = { ...alignment, key: 'fluency', name: 'Fluency', shortcut: 7 };
  show(
    page,
    <dl>
      <LabelLine label={alignment} />
      <LabelLine label={own} />
    </dl>,
  );
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Good alignment A', 'Fluency 7']);
});
