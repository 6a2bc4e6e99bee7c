import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from 'react-router';
import { useMembers, useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { useSession } from '@/api/session';
import { csv } from '@/lib/csv';
import { download } from '@/lib/download';
import { count, date, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { CsvButton } from '@/ui/CsvButton';
import { KeyLine } from '@/ui/Keys';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Figures } from './Figures';
import { Missed } from './Missed';
import { OwnPage } from './OwnPage';
import { Pause } from './Pause';
import classes from './Person.module.css';
import { PersonReads } from './PersonReads';
import { Reviews } from './Reviews';
import { type PersonWork, usePause, usePersonWork } from './requests';
import { SetAside } from './SetAside';
import { type Sample, useSample } from './sample';
import { Write } from './Write';
import { asCsv, keys } from './words';

/** Whether to trust somebody's work, and what becomes of it if not. */
export function PersonPage() {
  const { slug = '', personId = '' } = useParams();
  const role = useProject(slug).data?.role;
  const session = useSession();
  const isAdmin = may(role, 'person-work', 'retrieve');
  if (role && !isAdmin && session.data?.user?.id === Number(personId)) return <OwnPage slug={slug} />;
  if (role && session.data && !isAdmin) {
    return (
      <Page title="People">
        <p className={`${classes.closed} soft`}>Only admins of the project, and the person, can see this page.</p>
      </Page>
    );
  }
  return isAdmin ? <Person key={personId} slug={slug} person={Number(personId)} /> : null;
}

function Person({ slug, person }: { slug: string; person: number }) {
  const work = usePersonWork(slug, person);
  const name = work.data ? work.data.person.name || work.data.person.username : 'Person';
  const sample = useSample(work.data?.reviews ?? []);
  const csvName = `figures-${work.data?.person.username ?? ''}`;
  const beside = useBeside(slug, person);
  usePersonKeys(slug, person, work.data, beside, csvName);
  return (
    <Page
      title={name}
      guide="admin#one-persons-work"
      above={<Link to={`/p/${slug}/people`}>People</Link>}
      lead={work.data && since(work.data)}
      actions={
        <>
          <Others beside={beside} />
          {work.data?.role && work.data.role !== 'viewer' && <Write slug={slug} person={person} name={name} />}
        </>
      }
      aside={
        work.data && (
          <>
            <PersonReads slug={slug} person={person} />
            {work.data.role && <Pause slug={slug} work={work.data} />}
            <SetAside slug={slug} work={work.data} />
          </>
        )
      }
    >
      <Pending of={work} what="the figures" />
      {work.data && (
        <>
          <Part title="Figures" actions={<CsvButton name={csvName} of="Figures" {...asCsv(work.data)} />}>
            <Figures slug={slug} work={work.data} sample={sample} />
            <KeyLine of={keyWords} />
          </Part>
          <div id="rows-missed">
            <Missed slug={slug} person={person} />
          </div>
          <div id="reviews">
            <Part title="Reviews" note={listed(work.data)} actions={<SampleButton sample={sample} />}>
              <Reviews work={work.data} shown={sample.shown} />
            </Part>
          </div>
        </>
      )}
    </Page>
  );
}

/** Draws some reviews to look at, or shows all again. */
function SampleButton({ sample }: { sample: Sample }) {
  if (sample.isDrawn) return <Button onClick={sample.showAll}>Show all</Button>;
  return sample.size > 0 && <Button onClick={sample.draw}>Look at {sample.size}</Button>;
}

const keyWords = [
  ['figure', keys.next, keys.previous],
  ['its rows', keys.rows],
  ['person before, after', keys.before, keys.after],
  ['pause', keys.pause],
  ['CSV', keys.csv],
] as const;

interface Beside {
  before: (() => void) | undefined;
  after: (() => void) | undefined;
}

/** Opens whoever stands before or after a person in the list of members. */
function useBeside(slug: string, person: number): Beside {
  const navigate = useNavigate();
  const ids = (useMembers(slug).data ?? []).map(({ user }) => user.id);
  const at = ids.indexOf(person);
  const open = (id: number | undefined) =>
    at < 0 || id === undefined ? undefined : () => void navigate(`/p/${slug}/people/${id}`);
  return { before: open(ids[at - 1]), after: open(ids[at + 1]) };
}

function Others({ beside }: { beside: Beside }) {
  return (
    <>
      <Button aria-label="Person before" disabled={!beside.before} onClick={beside.before}>
        <IconChevronLeft size={16} aria-hidden="true" />
      </Button>
      <Button aria-label="Person after" disabled={!beside.after} onClick={beside.after}>
        <IconChevronRight size={16} aria-hidden="true" />
      </Button>
    </>
  );
}

function usePersonKeys(slug: string, person: number, work: PersonWork | undefined, beside: Beside, csvName: string) {
  const pause = usePause(slug, person);
  usePageKeys(keys, {
    next: () => step(1),
    previous: () => step(-1),
    ...beside,
    pause: work?.role ? () => pause.mutate(!work.paused_at) : undefined,
    csv: work && (() => saveFigures(work, csvName)),
  });
}

function saveFigures(work: PersonWork, name: string) {
  const { header, rows } = asCsv(work);
  download(`${name}.csv`, csv(header, rows), 'text/csv;charset=utf-8');
}

/** To the next figure, or the one before; `Enter` then follows it to its rows. */
function step(by: 1 | -1) {
  const figures = [...document.querySelectorAll<HTMLElement>('[data-figure]')];
  const at = figures.indexOf(document.activeElement as HTMLElement);
  figures[at < 0 ? (by > 0 ? 0 : figures.length - 1) : Math.min(figures.length - 1, Math.max(0, at + by))]?.focus();
}

function listed({ reviews, n_reviews }: PersonWork): string {
  const all = plural(n_reviews, 'review');
  return reviews.length < n_reviews ? `the ${count(reviews.length)} newest of ${all}` : all;
}

function since({ role, member_since, left_at, n_reviews, n_open_slots }: PersonWork): string {
  const former = left_at ? `former member since ${date(left_at)}` : 'former member';
  const who = role && member_since ? `${role} since ${date(member_since)}` : former;
  return `${who} · ${plural(n_reviews, 'review')} · ${plural(n_open_slots, 'open review')} held`;
}
