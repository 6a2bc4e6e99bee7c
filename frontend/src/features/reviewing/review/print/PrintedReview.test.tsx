import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { everything } from '../model/filters';
import { press, servePages, visit } from '../testing/pages';
import { show } from '../testing/shown';
import { PrintedReview } from './PrintedReview';

servePages();

const print = (when: 'beforeprint' | 'afterprint') => act(() => void globalThis.dispatchEvent(new Event(when)));

it('draws the rows of the view while the browser prints, and not before or after', async () => {
  const page = await visit();
  press(page, 2, 'accept_stay');
  page.setView({ ...everything, filters: ['unreviewed'] });
  show(page, <PrintedReview />);
  expect(screen.queryByRole('table')).toBeNull();
  print('beforeprint');
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(1 + 3);
  expect(screen.getByText(/1 of 4 rows\. Only 3 rows: /)).toBeInTheDocument();
  expect(document.documentElement.dataset.printing).toBe('review');
  print('afterprint');
  expect(screen.queryByRole('table')).toBeNull();
  expect(document.documentElement.dataset.printing).toBeUndefined();
});

it('leaves the printing to the sheet of keys while that is open', async () => {
  const page = await visit();
  page.set({ dialog: 'keys' });
  show(page, <PrintedReview />);
  print('beforeprint');
  expect(screen.queryByRole('table')).toBeNull();
});
