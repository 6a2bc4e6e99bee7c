import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import type { GuidelinesVersion, Label, WholeVersion } from '@/features/reviewing/requests/guidelines';
import { ines, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { GuidelinesPage } from './GuidelinesPage';
import { blankLabel } from './model';

const at = '2026-11-20T12:00:00Z';
const tone: Label = {
  ...blankLabel([]),
  ...{ key: 'tone', name: 'Tone', type: 'choice', applies_to: 'linked' },
  values: ['formal', 'plain'].map((key) => ({ key, name: key, hidden: false })),
};

function whole(number: number, over: Partial<WholeVersion> = {}): WholeVersion {
  const text = `# Rules\n\nVersion ${number} says so.`;
  return {
    number,
    text,
    labels: [tone],
    note: '',
    revision: 1,
    saved_by: ines,
    saved_at: at,
    published_at: at,
    ...over,
  };
}

function serve(versions: WholeVersion[], role = 'admin') {
  const state = {
    versions,
    saved: [] as { text: string; labels: Label[]; revision: number | null }[],
    published: [] as unknown[],
  };
  const isAdmin = role === 'admin';
  const listed = ({ number, note, revision, saved_at, published_at }: WholeVersion): GuidelinesVersion => ({
    ...{ number, note, revision, saved_at, published_at, saved_by: ines },
    published_by: published_at ? ines : null,
    n_reviews: isAdmin ? number : null,
  });
  const root = '*/api/v1/projects/harbour/guidelines/';
  server.use(
    http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ role }))),
    http.get(root, () =>
      HttpResponse.json({
        current: state.versions.find(({ published_at }) => published_at)?.number ?? null,
        versions: state.versions.map(listed),
        n_reviews_without: isAdmin ? 0 : null,
      }),
    ),
    http.get(`${root}template/`, () => HttpResponse.json({ text: '# From the template', labels: [tone] })),
    http.get(`${root}usage/`, () => HttpResponse.json({ usage: { tone: { '': 212, formal: 212 } } })),
    http.get(`${root}:number/`, ({ params }) =>
      HttpResponse.json(state.versions.find(({ number }) => number === Number(params.number))),
    ),
    http.put(`${root}draft/`, async ({ request }) => {
      const body = (await request.json()) as (typeof state.saved)[number];
      const there = state.versions.find(({ published_at }) => published_at === null);
      if (there && there.revision !== body.revision) {
        const { revision, text, labels, saved_at } = there;
        const conflict = {
          code: 'draft_changed',
          detail: 'Wen Li saved this draft meanwhile.',
          errors: [],
          saved_by: 'Wen Li',
        };
        return HttpResponse.json({ ...conflict, draft: { revision, text, labels, saved_at } }, { status: 409 });
      }
      state.saved.push(body);
      const number = there?.number ?? (state.versions[0]?.number ?? 0) + 1;
      const draft = whole(number, { ...body, revision: (there?.revision ?? 0) + 1, published_at: null });
      state.versions = [draft, ...state.versions.filter((one) => one !== there)];
      return HttpResponse.json(draft);
    }),
    http.post(`${root}draft/publish/`, async ({ request }) => {
      state.published.push(await request.json());
      state.versions = state.versions.map((one) => ({ ...one, published_at: one.published_at ?? at }));
      return HttpResponse.json({ number: state.versions[0]?.number, n_moved: 1 });
    }),
  );
  return state;
}

const visit = (query = '') =>
  renderAt(`/p/harbour/reviews/guidelines${query}`, '/p/:slug/reviews/guidelines', <GuidelinesPage tabs={null} />);
const field = () => screen.findByRole('textbox', { name: 'Text of the guidelines' });

describe('guidelines', () => {
  it('begin from the template, and are published with what becomes of reviews in progress', async () => {
    const state = serve([]);
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: 'Start from the template' }));
    await user.type(await field(), ', more');
    await user.click(screen.getByRole('button', { name: 'Publish version 1…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish version 1' });
    await user.click(within(dialog).getByRole('radio', { name: /^Keep/ }));
    await user.type(within(dialog).getByRole('textbox'), 'Names.');
    await user.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await screen.findByText('current, never changes');
    expect(state.saved.at(-1)).toMatchObject({ text: '# From the template, more', revision: null });
    expect(state.published).toEqual([{ revision: 1, note: 'Names.', move_reviews: false }]);
  });

  it('are saved by themselves, and compared where somebody else has saved theirs', async () => {
    const state = serve([whole(2, { published_at: null, text: 'mine' }), whole(1)]);
    const { user } = visit();
    const text = await field();
    await user.type(text, '!{Control>}s{/Control}');
    await waitFor(() => expect(state.saved.at(-1)).toMatchObject({ text: 'mine!', revision: 1 }));
    await screen.findByText(/Draft saved/);
    state.versions = [whole(2, { published_at: null, text: 'theirs', revision: 7 }), whole(1)];
    await user.type(text, '?{Control>}s{/Control}');
    const note = await screen.findByRole('region', { name: 'Saved by somebody else' });
    expect(note.textContent).toContain('Wen Li saved this draft at');
    expect(
      within(note)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['−removed theirs', '1+added mine!?']);
    await user.click(within(note).getByRole('button', { name: 'Keep mine' }));
    await user.type(text, '{Control>}s{/Control}');
    await waitFor(() => expect(state.saved.at(-1)).toMatchObject({ text: 'mine!?', revision: 7 }));
  });

  it('do not lose a value that rows have: it is hidden', async () => {
    const state = serve([whole(2, { published_at: null }), whole(1)]);
    const { user } = visit();
    await user.click(await screen.findByRole('button', { name: 'Edit Tone' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tone' });
    await user.click(await within(dialog).findByRole('button', { name: 'Delete formal' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain(
      'formal is used in 212 rows. Hide it instead.',
    );
    await user.click(within(dialog).getByRole('button', { name: 'Hide it' }));
    await user.click(within(dialog).getByRole('button', { name: 'Delete plain' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'New value' }), '丁寧{Enter}');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(state.saved.length).toBe(1), { timeout: 4000 });
    expect(state.saved[0]?.labels[0]?.values).toEqual([
      { key: 'formal', name: 'formal', hidden: true },
      { key: '丁寧', name: '丁寧', hidden: false },
    ]);
  });

  it('are read by annotators, with what changed since the version before', async () => {
    serve([whole(2, { note: 'Names.' }), whole(1)], 'annotator');
    const { user, container } = visit();
    await screen.findByRole('heading', { name: 'Rules' }, { timeout: 8000 });
    expect(screen.queryByRole('textbox', { name: 'Text of the guidelines' })).toBeNull();
    expect(container.textContent).toContain('Version 2, 20 November 2026. Names.');
    await user.click(screen.getByRole('checkbox', { name: 'Mark what changed since version 1' }));
    await waitFor(() => expect(container.querySelector('[data-changed]')?.textContent).toBe('Version 2 says so.'));
    expect(container.querySelectorAll('[data-changed]').length).toBe(1);
  });
});
