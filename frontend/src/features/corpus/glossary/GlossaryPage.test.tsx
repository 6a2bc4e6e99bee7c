import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { ines, page, pair, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { GlossaryPage } from './GlossaryPage';
import type { GlossaryTerm, TermsImport } from './requests';

const term = (id: number, source: string, targets: string[], over: Partial<GlossaryTerm> = {}): GlossaryTerm => ({
  ...{ id, source, targets, source_language: 'en', target_language: 'ja', forbidden: [], note: '' },
  changed_by: ines,
  changed_at: '2026-11-20T12:00:00Z',
  ...over,
});

const planned = (source: string) => term(0, source, ['x']);

function serve(terms: GlossaryTerm[], role = 'admin') {
  const state = { terms, sent: [] as unknown[], searches: [] as (string | null)[], broken: false };
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get('*/api/v1/pairs/', () => HttpResponse.json(page([pair()]))),
    http.get('*/api/v1/projects/harbour/glossary/', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search');
      state.searches.push(search);
      return HttpResponse.json(page(state.terms.filter(({ source }) => source.includes(search ?? ''))));
    }),
    http.post('*/api/v1/projects/harbour/glossary/', async ({ request }) => {
      const body = (await request.json()) as GlossaryTerm;
      state.sent.push(body);
      if (state.terms.some(({ source }) => source === body.source)) {
        const errors = [{ field: 'source', message: `“${body.source}” is in the glossary already.` }];
        return HttpResponse.json({ code: 'known_term', detail: errors[0]?.message, errors }, { status: 409 });
      }
      const made = term(state.terms.length + 10, body.source, body.targets, body);
      state.terms = [...state.terms, made];
      return HttpResponse.json(made, { status: 201 });
    }),
    http.patch('*/api/v1/projects/harbour/glossary/:id/', async ({ request, params }) => {
      const body = (await request.json()) as GlossaryTerm;
      state.terms = state.terms.map((one) => (one.id === Number(params.id) ? { ...one, ...body } : one));
      return HttpResponse.json(state.terms[0]);
    }),
    http.delete('*/api/v1/projects/harbour/glossary/:id/', ({ params }) => {
      state.terms = state.terms.filter(({ id }) => id !== Number(params.id));
      return new HttpResponse(null, { status: 204 });
    }),
    http.post('*/api/v1/projects/harbour/glossary/import/', () => {
      if (state.broken) {
        const errors = [{ file: 'terms.tsv', line: 3, message: 'the term is empty' }];
        return HttpResponse.json({ code: 'unreadable', detail: 'terms.tsv can’t be read.', errors }, { status: 400 });
      }
      const plan: TermsImport = {
        ...{ n_new: 7, n_changed: 1, n_unchanged: 2, n_removed: 0 },
        new: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(planned),
        changed: [planned('tide')],
        removed: [],
        warnings: [{ line: 4, message: 'a note of 2,000 characters is cut', text: '' }],
      };
      return HttpResponse.json(plan);
    }),
  );
  return state;
}

const open = (address = '/p/harbour/settings/glossary') =>
  renderAt(address, '/p/:slug/settings/glossary', <GlossaryPage />);

describe('the glossary', () => {
  it('takes a first term in the languages of the pairs, and says what is wrong at its field', async () => {
    const state = serve([]);
    const { user } = open();
    await screen.findByText('No terms yet. Add one, or import a file.', {}, { timeout: 5000 });
    const form = screen.getByRole('form', { name: 'New term' });
    await waitFor(() => expect(within(form).getByRole('textbox', { name: /Target language/ })).toHaveValue('ja'));
    expect(within(form).getByRole('button', { name: 'Add' })).toBeDisabled();
    await user.type(within(form).getByRole('textbox', { name: /^Term/ }), 'tide');
    await user.type(within(form).getByRole('combobox', { name: /Translations/ }), '潮{Enter}潮汐');
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    expect(await within(form).findByText('Added “tide”')).toBeInTheDocument();
    expect(state.sent).toMatchObject([{ source: 'tide', targets: ['潮', '潮汐'], target_language: 'ja' }]);
    expect(await screen.findByRole('rowheader', { name: 'tide' })).toBeInTheDocument();
    await user.type(within(form).getByRole('textbox', { name: /^Term/ }), 'tide');
    await user.type(within(form).getByRole('textbox', { name: /Note/ }), 'again');
    await user.click(within(form).getByRole('button', { name: 'Add' }));
    expect(await within(form).findByText('“tide” is in the glossary already.')).toBeInTheDocument();
  });

  it('is searched, changed, and a deleted term can be restored', async () => {
    const state = serve([
      term(1, 'tide', ['潮'], { forbidden: ['波'], note: 'high or low' }),
      term(2, 'ebb', ['引き潮']),
    ]);
    const { user, router } = open();
    const row = await screen.findByRole('row', { name: /tide/ });
    expect(row).toHaveTextContent('not 波');
    await user.type(screen.getByRole('searchbox', { name: 'Find a term' }), 'xyz');
    expect(await screen.findByText(/No terms match “xyz”/, {}, { timeout: 5000 })).toBeInTheDocument();
    expect(router.state.location.search).toBe('?search=xyz');
    await user.click(screen.getAllByRole('button', { name: 'Clear search' })[0] as HTMLElement);
    await user.click(await screen.findByRole('button', { name: 'Edit tide' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox', { name: /Note/ }), ' water');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    // Until it is gone, the text is found in its field as well.
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await screen.findByText('high or low water')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Delete tide' }));
    expect(await screen.findByText(/Deleted/)).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('rowheader', { name: /tide/ })).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('rowheader', { name: /tide/ })).toBeInTheDocument();
    expect(state.sent).toMatchObject([{ source: 'tide', forbidden: ['波'], note: 'high or low water' }]);
  });

  it('takes a file only after showing what it would do', async () => {
    const state = serve([term(1, 'tide', ['潮'])]);
    const filled = vi.spyOn(FormData.prototype, 'append');
    const sent = () => Object.fromEntries(filled.mock.calls as [string, unknown][]);
    state.broken = true;
    const { user } = open();
    const form = await screen.findByRole('form', { name: 'Import terms' });
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    await user.upload(input, new File(['source\ttarget\nbroken\n\tx'], 'terms.tsv'));
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    expect(await within(form).findByText(/terms.tsv, line 3: the term is empty/)).toBeInTheDocument();
    state.broken = false;
    await user.upload(input, new File(['a\tb'], 'good.tsv'));
    await user.click(within(form).getByRole('checkbox', { name: /Replace/ }));
    await user.click(within(form).getByRole('button', { name: 'Check the file' }));
    expect(await within(form).findByText('7 new, 1 changed, 2 unchanged.', { exact: false })).toBeInTheDocument();
    expect(within(form).getByText('and 2 more')).toBeInTheDocument();
    expect(within(form).getByText(/Line 4: a note of 2,000/)).toBeInTheDocument();
    expect(sent()).toMatchObject({ preview: 'true', source_language: 'en', target_language: 'ja' });
    await user.click(within(form).getByRole('button', { name: 'Import' }));
    expect(await within(form).findByText('Imported: 7 new, 1 changed, 2 unchanged.')).toBeInTheDocument();
    expect(sent()).toMatchObject({ preview: 'false', replace: 'true' });
  });

  it('is read by annotators, who change nothing', async () => {
    serve([term(1, 'tide', ['潮'])], 'annotator');
    open();
    await screen.findByRole('rowheader', { name: 'tide' });
    expect(screen.queryByRole('button', { name: /Add|Edit|Delete|Import/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download the glossary as TBX' })).toHaveAttribute(
      'href',
      '/api/v1/projects/harbour/glossary/export/?file_format=tbx',
    );
  });
});
