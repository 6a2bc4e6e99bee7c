import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { server } from '@/test/server';
import { useAuthorsList } from './useAuthorsList';

function open(run?: number) {
  const onType = vi.fn();
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useAuthorsList({ slug: 'harbour', run, onType }), { wrapper });
  return { result, onType };
}

it('shows the lines of a file, and edits them again', async () => {
  const { result, onType } = open();
  expect(result.current.isEditing).toBe(true);
  await act(() => result.current.open(new File(['Ines,i@example.org,breath'], 'authors.csv')));
  expect(result.current.list.lines).toMatchObject([{ name: 'Ines', talk: 'breath' }]);
  expect(result.current.isEditing).toBe(false);
  expect(onType).toHaveBeenCalledOnce();
  act(() => result.current.edit(true));
  expect(result.current.isEditing).toBe(true);
});

it('refuses a file that is no list of authors', async () => {
  const { result } = open();
  const file = new File([''], 'talk.mp4');
  Object.defineProperty(file, 'size', { value: 12_000_001 });
  await act(() => result.current.open(file));
  expect(result.current.problem).toBe('talk.mp4 is too large for a list of authors.');
  act(() => result.current.type('Ines,,breath'));
  expect(result.current.problem).toBeNull();
});

it('takes the authors that papers name, and says where there is none', async () => {
  const authors = [{ name: 'Ines', email: '', talk: 'breath' }];
  server.use(http.get('*/api/v1/projects/harbour/authors/listed/', () => HttpResponse.json({ authors })));
  const { result } = open();
  act(() => result.current.takeFromPapers());
  await waitFor(() => expect(result.current.text).toBe('name,email,talk\nInes,,breath'));
  authors.pop();
  act(() => result.current.takeFromPapers());
  await waitFor(() => expect(result.current.problem).toMatch(/haven’t been invited yet/));
});

it('keeps the lines that are to be put right, of one run too', () => {
  const { result } = open(7);
  act(() => result.current.type('Ines,i@example.org\nMina,mina@example'));
  expect(result.current.list.lines).toMatchObject([{ run: 7 }, { run: 7 }]);
  act(() => result.current.keepOnly(new Set([2])));
  expect(result.current.text).toBe('Mina,mina@example');
});
