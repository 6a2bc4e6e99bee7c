import { screen, waitFor } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
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

function Asking() {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <main>
      <h1>The form</h1>
      <input ref={field} aria-label="Name" />
    </main>
  );
}

const pages = [
  {
    index: true,
    element: (
      <Notice title="The first page">
        <Link to="late">On</Link>
        <Link to="?page=2">Next</Link>
        <Link to="form">Form</Link>
      </Notice>
    ),
  },
  { path: 'late', element: <Late /> },
  { path: 'form', element: <Asking /> },
];

it('focuses and names the page one arrives at, also when it comes late', async () => {
  const { user } = renderAt('/', '/', <Root />, [], pages);
  expect(document.body).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'On' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'The late page' })).toHaveFocus());
  await waitFor(() => expect(document.title).toBe('The late page · Lectern'));
});

it('leaves the focus in the field into which the page has put it', async () => {
  const { user } = renderAt('/', '/', <Root />, [], pages);
  await user.click(screen.getByRole('link', { name: 'Form' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
});

it('does once what is clicked twice, where twice would be wrong', async () => {
  const done: string[] = [];
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        done.push('made');
      }}
    >
      <button type="submit">Make</button>
      <button type="button" data-once onClick={() => done.push('removed')}>
        Remove
      </button>
      <button type="button" onClick={() => done.push('next')}>
        Next
      </button>
    </form>
  );
  const { user } = renderAt('/', '/', <Root />, [], [{ index: true, element: form }]);
  for (const name of ['Make', 'Remove', 'Next']) await user.dblClick(screen.getByRole('button', { name }));
  expect(done).toEqual(['made', 'removed', 'next', 'next']);
});

it('leaves the focus where it is when only the question in the address changes', async () => {
  const { user } = renderAt('/', '/', <Root />, [], pages);
  await user.click(screen.getByRole('link', { name: 'Next' }));
  expect(screen.getByRole('link', { name: 'Next' })).toHaveFocus();
});
