import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { defaults, project } from '@/test/fixtures';
import { renderAt } from '@/test/render';
import { server } from '@/test/server';
import { NewTaskPage } from './NewTaskPage';
import { TaskPage } from './TaskPage';
import { TasksPage } from './TasksPage';

const words = ['Bad', 'Poor', 'Fair', 'Good', 'Excellent'];
const task = (over: object = {}) => ({
  id: 7,
  project: 'harbour',
  name: 'How natural?',
  instructions: '',
  language: 'en',
  medium: 'text',
  questions: [{ name: 'Fluency', meaning: '', scale: 'whole', words }],
  rules: { most_traps_missed: 0.34, least_r: 0.1, least_seconds: 2, most_unheard: 0.1 },
  per_set: 5,
  sets_per_rater: 2,
  closes_at: '2026-11-20T12:00:00Z',
  open: false,
  created_at: '2026-11-01T12:00:00Z',
  n_samples: 9,
  n_sets: 3,
  n_traps: 3,
  n_links: 2,
  n_begun: 2,
  n_declined: 0,
  n_rated: 18,
  ...over,
});
const system = (name: string, value: number) => ({
  system: name,
  value,
  low: value - 0.2,
  high: value + 0.2,
  n: 12,
  counts: [
    { value: 3, n: 4 },
    { value: 4.5, n: 8 },
  ],
});
const figures = (shift = 0) => ({
  systems: [system('North', 3.2 + shift), system('South', 4.1)],
  differences: [
    { first: 'North', second: 'South', value: -0.9, low: -1.2, high: -0.6, n: 12, is_clear: true, n_more: 0 },
  ],
  alpha: 0.58,
  alpha_low: 0.54,
  alpha_high: 0.62,
  icc: 0.94,
});
const rater = (number: number, over: object = {}) => ({
  number,
  n_rated: 9,
  n_traps: 3,
  n_traps_missed: 0,
  r: 0.8,
  seconds: 4.2,
  unheard: 0,
  reasons: [],
  is_counted: true,
  by_hand: false,
  reason_by_hand: '',
  headphones: '',
  finished_at: null,
  ...over,
});
const results = () => ({
  questions: [
    { name: 'Fluency', ...figures(), all: { ...figures(0.3), alpha: 0.47, alpha_low: null, alpha_high: null } },
  ],
  raters: [rater(1), rater(2, { n_traps_missed: 3, is_counted: false, reasons: ['traps'] })],
  n_ratings: 9,
  n_counted: 1,
  few: 3,
});

const person = (id: number, name: string) => ({ id, username: name.toLowerCase(), name });
const members = [
  { id: 1, role: 'annotator', user: person(31, 'Ines') },
  { id: 2, role: 'adjudicator', user: person(32, 'Osei') },
];
let own: object[] = [];
/** By number, what raters have who were invited by e-mail. */
let invited: Record<number, object> = {};
let role: 'admin' | 'adjudicator' | 'annotator' = 'admin';

describe('rating tasks', () => {
  beforeEach(() => {
    role = 'admin';
    own = [];
    invited = {};
    server.use(
      http.get('*/api/v1/projects/harbour/', () => HttpResponse.json(project({ slug: 'harbour', role }))),
      http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults())),
      http.get('*/api/v1/projects/harbour/members/', () => HttpResponse.json({ count: 2, results: members })),
      http.get('*/api/v1/my-ratings/', () => HttpResponse.json({ tasks: own })),
      http.get('*/api/v1/rating-tasks/sources/', () => HttpResponse.json({ sources: [] })),
      http.get('*/api/v1/rating-tasks/7/raters/', () =>
        HttpResponse.json({
          raters: [1, 2].map((number) => ({
            number,
            user: null,
            is_member: false,
            name: '',
            email: '',
            state: number === 1 ? 'begun' : 'link',
            sent_at: null,
            send_error: '',
            ...invited[number],
            code: 'x',
            token: `token${number}`,
            headphones: '',
            begun_at: number === 1 ? '2026-11-02T12:00:00Z' : null,
            finished_at: null,
            n_samples: 6,
            n_rated: 4,
            counted: null,
            counted_reason: '',
          })),
        }),
      ),
    );
  });

  const list = (results: object[]) =>
    server.use(http.get('*/api/v1/rating-tasks/', () => HttpResponse.json({ count: results.length, results })));

  it('are listed with how far they are; without any, the list says what to do', async () => {
    list([task(), task({ id: 8, name: 'Scripts', open: true, n_begun: 1 })]);
    const { unmount } = renderAt('/p/harbour/tasks', '/p/:slug/tasks', <TasksPage tabs={null} />);
    const rows = await screen.findAllByRole('row');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toHaveTextContent(
      'How natural?closed 20 November 20263 sets × 2 systems, 3 attention checks · 1 question2 of 218 of 45',
    );
    expect(rows[2]).toHaveTextContent('open until');
    unmount();
    list([]);
    renderAt('/p/harbour/tasks', '/p/:slug/tasks', <TasksPage tabs={null} />);
    expect(await screen.findByText(/No rating tasks yet/)).toBeInTheDocument();
  });

  it('that cannot be read say why, with another try', async () => {
    server.use(
      http.get('*/api/v1/rating-tasks/', () =>
        HttpResponse.json({ code: 'x', detail: 'The database is away.' }, { status: 400 }),
      ),
    );
    renderAt('/p/harbour/tasks', '/p/:slug/tasks', <TasksPage tabs={null} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('The database is away.');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  const opened = () => renderAt('/p/harbour/tasks/7', '/p/:slug/tasks/:taskId', <TaskPage />);

  it('show their results once closed: means, differences, who is not counted and why', async () => {
    server.use(
      http.get('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task())),
      http.get('*/api/v1/rating-tasks/7/results/', () => HttpResponse.json(results())),
    );
    opened();
    const systems = await screen.findByRole('group', { name: 'Fluency' });
    const [, first, second] = within(systems).getAllByRole('row');
    expect(first).toHaveTextContent('South4.103.90–4.30');
    expect(second).toHaveTextContent('North3.203.00–3.40');
    expect(screen.getByRole('button', { name: 'South minus North: +.90' })).toHaveAttribute('data-clear');
    expect(screen.getByText(/Told apart/)).toBeInTheDocument();
    const raters = screen.getByRole('group', { name: 'Raters' });
    expect(within(raters).getAllByRole('row')[1]).toHaveTextContent(
      'R02not countedattention checks missed: 3 of 3, limit 34 %',
    );
    expect(screen.getByText(/the largest change is \+\.30 \(North\); the order stays/)).toBeInTheDocument();
    expect(screen.getByText('.58 (.54–.62)')).toBeInTheDocument();
    expect(screen.getByText('.47')).toBeInTheDocument();
  });

  it('go to members, who find them in their own list', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task({ open: true, n_rated: 0 }))),
      http.post('*/api/v1/rating-tasks/7/raters/', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ raters: [] }, { status: 201 });
      }),
    );
    const user = userEvent.setup();
    const { unmount } = opened();
    await user.click(await screen.findByRole('combobox', { name: 'Members who rate' }));
    await user.click(await screen.findByRole('option', { name: 'Ines' }));
    expect(screen.queryByText(/can look up/)).not.toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Osei' }));
    expect(screen.getByText(/can look up which system made what/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Add members' }));
    await waitFor(() => expect(sent).toEqual([{ n: 0, users: [31, 32] }]));
    unmount();
    role = 'annotator';
    const mine = { id: 7, name: 'How natural?', project: 'harbour', project_name: 'Harbour', open: true };
    own = [{ ...mine, closes_at: '2026-11-20T12:00:00Z', n_samples: 9, n_rated: 4, finished_at: null }];
    renderAt('/p/harbour/tasks', '/p/:slug/tasks', <TasksPage tabs={null} />);
    expect(await screen.findByRole('link', { name: 'How natural?' })).toHaveAttribute('href', '/rate/mine/7');
    expect(screen.getByText('4 of 9 samples rated, open until 20 November 2026')).toBeInTheDocument();
  });

  describe('invite raters by e-mail', () => {
    const sent: { address: string; body: unknown }[] = [];
    beforeEach(() => {
      sent.length = 0;
      const keep = async (request: Request) =>
        sent.push({ address: new URL(request.url).pathname.split('/7/')[1] ?? '', body: await request.json() });
      server.use(
        http.get('*/api/v1/rating-tasks/7/', () =>
          HttpResponse.json(task({ open: true, n_rated: 0, n_declined: 1, closes_at: '2099-11-20T12:00:00Z' })),
        ),
        http.get('*/api/v1/rating-tasks/7/raters/letter/', () =>
          HttpResponse.json({ subject: 'Rate {title}', text: 'Go: {link}', number: 0, places: ['title', 'link'] }),
        ),
        http.post('*/api/v1/rating-tasks/7/raters/invite/', async ({ request }) => {
          await keep(request);
          const left = [{ line: 2, field: 'list', message: 'bo@example.org was invited already.' }];
          return HttpResponse.json({ n_invited: 1, n_sent: 1, left }, { status: 201 });
        }),
        http.post('*/api/v1/rating-tasks/7/raters/mail/', async ({ request }) => {
          await keep(request);
          return HttpResponse.json({ n_done: 0, left: [{ number: 1, why: 'The last e-mail was sent yesterday.' }] });
        }),
      );
    });

    it('with an e-mail that can be changed, and one reminder', async () => {
      const user = userEvent.setup();
      opened();
      await user.click(await screen.findByRole('button', { name: 'Invite raters…' }));
      await user.type(await screen.findByLabelText('Addresses'), 'kit@example.org{Enter}bo@example.org');
      await user.type(screen.getByLabelText('Subject'), '!');
      await user.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
      expect(await screen.findByText(/1 invitation is being sent. bo@example.org was invited/)).toBeInTheDocument();
      expect(sent).toEqual([
        {
          address: 'raters/invite/',
          body: {
            list: 'kit@example.org\nbo@example.org',
            subject: 'Rate {title}!',
            letter: 'Go: {link}',
            send: true,
            remind_after: defaults().reminder_days,
          },
        },
      ]);
    });

    it('and say where each stands, with the reason of the mail server; who was sent a link has none to pass on', async () => {
      invited = {
        1: {
          name: 'Kit',
          email: 'kit@example.org',
          state: 'bounced',
          send_error: '550 no such user',
          begun_at: null,
          next_mail: 'send',
        },
        2: { email: 'bo@example.org', state: 'declined', next_mail: '' },
      };
      const user = userEvent.setup();
      opened();
      const [first, second] = within(await screen.findByRole('list', { name: 'Invited raters' })).getAllByRole(
        'listitem',
      );
      expect(first).toHaveTextContent('KitR01bouncedSend again550 no such user');
      expect(second).toHaveTextContent(/^bo@example.orgR02declined$/);
      expect(screen.getByText('2 raters, 1 declined')).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /unused link/ })).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Send again to kit@example.org' }));
      expect(await screen.findByText('The last e-mail was sent yesterday.')).toBeInTheDocument();
      expect(sent).toEqual([{ address: 'raters/mail/', body: { verb: 'send', numbers: [1] } }]);
    });

    it('or as links to copy, where the site sends no mail', async () => {
      server.use(http.get('*/api/v1/defaults/', () => HttpResponse.json(defaults({ sends_email: false }))));
      invited = { 2: { email: 'bo@example.org', state: 'link', next_mail: 'send' } };
      const user = userEvent.setup();
      opened();
      expect(
        await screen.findByText('E-mail is off on this site. Copy the links and pass them on.'),
      ).toBeInTheDocument();
      expect(screen.getByText(/R02\tbo@example.org\thttp/, { normalizer: (text) => text })).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /Send/ })).not.toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Invite raters…' }));
      await user.type(await screen.findByLabelText('Addresses'), 'kit@example.org');
      await user.click(screen.getByRole('button', { name: 'Make 1 link' }));
      await waitFor(() => expect(sent[0]?.body).toMatchObject({ send: false, remind_after: null }));
    });
  });

  it('let an admin count somebody with a reason', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task())),
      http.get('*/api/v1/rating-tasks/7/results/', () => HttpResponse.json(results())),
      http.put('*/api/v1/rating-tasks/7/raters/2/', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json(results());
      }),
    );
    const user = userEvent.setup();
    opened();
    await user.click(await screen.findByRole('button', { name: 'Count R02' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('button', { name: 'Count' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText(/Why/), 'The traps were unclear.');
    await user.click(within(dialog).getByRole('button', { name: 'Count' }));
    await waitFor(() => expect(sent).toEqual([{ counted: true, reason: 'The traps were unclear.' }]));
  });

  it('hide their results while people rate, unless somebody asks', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task({ open: true }))),
      http.get('*/api/v1/rating-tasks/7/results/', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json(results());
      }),
    );
    const user = userEvent.setup();
    opened();
    await screen.findByRole('heading', { name: 'Results are not shown while people rate' });
    expect(asked).toEqual([]);
    expect(await screen.findByText(/R02/)).toHaveTextContent(`not begun ${location.origin}/rate/token2/samples`);
    await user.click(screen.getByRole('button', { name: 'Show anyway' }));
    await screen.findByRole('group', { name: 'Fluency' });
    expect(asked).toEqual(['?early=true']);
  });

  it('offer an adjudicator nothing to change', async () => {
    role = 'adjudicator';
    server.use(
      http.get('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task())),
      http.get('*/api/v1/rating-tasks/7/results/', () => HttpResponse.json(results())),
    );
    opened();
    await screen.findByRole('group', { name: 'Fluency' });
    for (const name of ['Reopen…', 'Delete task', 'Make links', 'Count R02'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });

  it('are made from a list, whose errors are named by the server', async () => {
    const made: Record<string, unknown>[] = [];
    const samples: unknown[] = [];
    const pictures: string[] = [];
    server.use(
      http.post('*/api/v1/rating-tasks/', async ({ request }) => {
        made.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json(task(), { status: 201 });
      }),
      http.patch('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task())),
      http.put('*/api/v1/rating-tasks/7/samples/', async ({ request }) => {
        samples.push(await request.json());
        if (samples.length > 1) return HttpResponse.json({ samples: [] });
        const errors = [{ line: 2, field: 'group', message: 'Set 1 has no sample of B.' }];
        return HttpResponse.json({ code: 'wrong_samples', detail: 'Line 2: no.', errors }, { status: 400 });
      }),
      http.put('*/api/v1/rating-tasks/7/samples/:position/picture/', ({ params }) => {
        pictures.push(String(params.position));
        return HttpResponse.json({});
      }),
    );
    const user = userEvent.setup();
    renderAt('/p/harbour/summaries/ratings/tasks/new', '/p/:slug/summaries/ratings/tasks/new', <NewTaskPage />, [
      { path: '/p/:slug/summaries/ratings/tasks/:taskId', element: <p>It is made.</p> },
    ]);
    const make = await screen.findByRole('button', { name: 'Make the task' });
    expect(make).toBeDisabled();
    await user.type(screen.getByLabelText(/^Name/, { selector: '[maxlength="120"]' }), 'Scripts');
    const input = document.querySelector('input[type=file]') as HTMLInputElement;
    const list = 'set\tsystem\ttext\tpicture\talt\n1\tA\tx\t\t\n1\tB\ty\tp.png\tA pier\n';
    await user.upload(input, [new File([list], 'list.tsv'), new File(['PNG'], 'p.png')]);
    expect(await screen.findByText('2 samples: 1 set, 2 systems, 0 attention checks.')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /Median time/ }));
    await user.click(make);
    expect(await screen.findByText(/Set 1 has no sample of B/)).toBeInTheDocument();
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({ name: 'Scripts', medium: 'text', rules: { least_seconds: null, least_r: 0.1 } });
    // It is there already: what was wrong is put right, and nothing is made twice.
    await user.click(make);
    expect(await screen.findByText('It is made.')).toBeInTheDocument();
    expect(made).toHaveLength(1);
    expect(samples.at(-1)).toEqual({
      samples: [
        { set: '1', system: 'A', text: 'x', reference: '', picture: '', alt: '', trap: null },
        { set: '1', system: 'B', text: 'y', reference: '', picture: 'p.png', alt: 'A pier', trap: null },
      ],
    });
    expect(pictures).toEqual(['1']);
  });

  it('are made from what the project has: systems, sets and traps are chosen, and the server draws', async () => {
    const systems = ['Release', 'Half', 'Whole'].map((name) => ({ key: name.toLowerCase(), name }));
    const drawn: unknown[] = [];
    server.use(
      http.get('*/api/v1/projects/harbour/members/', () => HttpResponse.json({ count: 2, results: members })),
      http.get('*/api/v1/my-ratings/', () => HttpResponse.json({ tasks: own })),
      http.get('*/api/v1/rating-tasks/sources/', () =>
        HttpResponse.json({ sources: [{ key: 'rows-1-en-ja', kind: 'rows', name: 'Spring 1.0', n_sets: 8, systems }] }),
      ),
      http.post('*/api/v1/rating-tasks/', () => HttpResponse.json(task(), { status: 201 })),
      http.post('*/api/v1/rating-tasks/7/draw/', async ({ request }) => {
        drawn.push(await request.json());
        return HttpResponse.json({ n_sets: 8, n_left: 0 });
      }),
    );
    const user = userEvent.setup();
    renderAt('/p/harbour/summaries/ratings/tasks/new', '/p/:slug/summaries/ratings/tasks/new', <NewTaskPage />, [
      { path: '/p/:slug/summaries/ratings/tasks/:taskId', element: <p>It is made.</p> },
    ]);
    await user.type(await screen.findByLabelText(/^Name/, { selector: '[maxlength="120"]' }), 'Scripts');
    await user.click(await screen.findByRole('combobox', { name: /Items/ }));
    await user.click(await screen.findByRole('option', { name: 'Spring 1.0 (8)' }));
    expect(screen.getByText(/^32 samples: 8 sets, 3 systems and an attention check/)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Half' }));
    await user.click(screen.getByRole('button', { name: 'Make the task' }));
    expect(await screen.findByText('It is made.')).toBeInTheDocument();
    expect(drawn).toEqual([{ source: 'rows-1-en-ja', systems: ['release', 'whole'], n_sets: 8, traps: true }]);
  });

  it('send their sounds one by one, and go on from one that failed', async () => {
    const sent: string[] = [];
    let isRefused = true;
    server.use(
      http.post('*/api/v1/rating-tasks/', () => HttpResponse.json(task(), { status: 201 })),
      http.patch('*/api/v1/rating-tasks/7/', () => HttpResponse.json(task())),
      http.put('*/api/v1/rating-tasks/7/samples/', () => HttpResponse.json({ samples: [] })),
      http.put('*/api/v1/rating-tasks/7/samples/:position/sound/', ({ params }) => {
        sent.push(String(params.position));
        if (params.position !== '1' || !isRefused) return HttpResponse.json({});
        return HttpResponse.json({ code: 'no_sound', detail: 'b.wav: there is no sound in it.' }, { status: 400 });
      }),
    );
    const user = userEvent.setup();
    renderAt('/p/harbour/summaries/ratings/tasks/new', '/p/:slug/summaries/ratings/tasks/new', <NewTaskPage />, [
      { path: '/p/:slug/summaries/ratings/tasks/:taskId', element: <p>It is made.</p> },
    ]);
    await user.type(await screen.findByLabelText(/^Name/, { selector: '[maxlength="120"]' }), 'Voices');
    await user.click(screen.getByRole('radio', { name: 'Sound' }));
    const list = new File(['set,system,file\n1,A,a.wav\n1,B,b.wav\n1,C,c.wav\n'], 'list.csv');
    const sounds = ['a.wav', 'b.wav', 'c.wav'].map((name) => new File(['RIFF'], name));
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, [list, ...sounds]);
    await screen.findByText('3 samples: 1 set, 3 systems, 0 attention checks.');
    const make = screen.getByRole('button', { name: 'Make the task' });
    await user.click(make);
    expect(await screen.findByText(/b.wav: there is no sound in it/)).toBeInTheDocument();
    isRefused = false;
    await user.click(make);
    expect(await screen.findByText('It is made.')).toBeInTheDocument();
    expect(sent).toEqual(['0', '1', '1', '2']);
  });
});
