import { screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { Notice } from '@/ui/Notice';
import { Root } from './Root';

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

function Late() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setThere(true), 20);
    return () => clearTimeout(timer);
  }, []);
  return isThere ? <Notice title="The late page" /> : <p>Opening</p>;
}

const pages = [
  {
    index: true,
    element: (
      <Notice title="The first page">
        <Link to="late">On</Link>
        <Link to="?page=2">Next</Link>
      </Notice>
    ),
  },
  { path: 'late', element: <Late /> },
];

it('focuses and names the page one arrives at, also when it comes late', async () => {
  const { user } = renderAt('/', '/', <Root />, [], pages);
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'On' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'The late page' })).toHaveFocus());
  expect(document.title).toBe('The late page · Lectern');
});

it('leaves the focus where it is when only the question in the address changes', async () => {
  const { user } = renderAt('/', '/', <Root />, [], pages);
  await user.click(screen.getByRole('link', { name: 'Next' }));
  expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
});
