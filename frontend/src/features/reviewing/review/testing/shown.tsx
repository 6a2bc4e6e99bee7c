/** Hooks and components of the editor over a review of four rows, without the page around them. */

import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import type { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';

export function around(editor: Editor) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return function Around({ children }: { children: ReactNode }) {
    return (
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <EditorProvider value={editor}>{children}</EditorProvider>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>
    );
  };
}

export function show(editor: Editor, what: ReactNode) {
  return render(what, { wrapper: around(editor) });
}
