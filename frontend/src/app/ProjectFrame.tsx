import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconSearch } from '@tabler/icons-react';
import { type FormEvent, useRef } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate, useParams } from 'react-router';
import { ApiError } from '@/api/client';
import { useProject, useProjects } from '@/api/projects';
import { may } from '@/api/roles';
import { usePageKeys } from '@/lib/usePageKeys';
import { TitlePlace } from '@/lib/useTitle';
import { Key } from '@/ui/Keys';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { findKeys } from '@/ui/SearchField';
import { Wordmark } from '@/ui/Wordmark';
import { AccountMenu } from './AccountMenu';
import classes from './Frame.module.css';
import { Mentions } from './Mentions';
import { WorkerNotice } from './WorkerNotice';

const places = [
  ['', 'Overview'],
  ['pairs', 'Pairs'],
  ['runs', 'Runs'],
  ['reviews', 'Reviews'],
  ['summaries', 'Summaries'],
  ['test-sets', 'Test sets'],
  ['people', 'People'],
  ['settings', 'Settings'],
] as const;

/** What annotators see where their pairs come from a queue: their own work, and nothing to lead. */
const ownPlaces = [
  ['queue', 'Queue'],
  ['pairs', 'Pairs'],
  ['reviews', 'Reviews'],
] as const;

/** The entry of the navigation that an address belongs to; documents are reached from the pairs. */
function placeOf(pathname: string, slug: string): string {
  const place = pathname.slice(`/p/${slug}`.length).split('/')[1] ?? '';
  return place === 'documents' ? 'pairs' : place;
}

/** The bar above every page of a project; the router puts the pages below it. */
export function ProjectFrame() {
  const { slug = '' } = useParams();
  const project = useProject(slug);
  const current = placeOf(useLocation().pathname, slug);
  const role = project.data?.role;
  const isOwn = role === 'annotator' && project.data?.is_assigned === true;
  const all: readonly (readonly [string, string])[] = isOwn ? ownPlaces : places;
  const isHidden: Record<string, boolean> = {
    'test-sets': role !== undefined && !may(role, 'test-sets', 'list'),
    summaries: project.data?.has_summaries === false && current !== 'summaries',
  };
  const shown = all.filter(([path]) => !isHidden[path]);
  // No links into a project that cannot be opened.
  const gone = project.error instanceof ApiError && [403, 404].includes(project.error.status);
  return (
    <div className={classes.app}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <header className={classes.bar}>
        <Wordmark />
        {!gone && (
          <>
            <span className={classes.sep} />
            <ProjectMenu slug={slug} name={project.data?.name} />
            <nav className={classes.nav} aria-label="Project">
              {shown.map(([path, label]) => (
                <Link
                  key={label}
                  to={path ? `/p/${slug}/${path}` : `/p/${slug}`}
                  aria-current={path === current ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
          </>
        )}
        <span className={classes.grow} />
        {!gone && <FindPair slug={slug} />}
        <Mentions />
        <AccountMenu slug={slug} />
      </header>
      <WorkerNotice />
      <div id="content" className={classes.content}>
        {project.isPending && <Loading what="the project" />}
        {project.isError && !project.data && (
          <Notice
            title={gone ? 'Project not found' : 'Couldn’t open the project'}
            failed={!gone && project}
            out={['/', 'All projects']}
          >
            {gone && <p>This project was deleted or you’re not a member. Ask a project admin to add you.</p>}
          </Notice>
        )}
        {project.data && (
          <TitlePlace value={project.data.name}>
            {isOwn && current === '' ? <Navigate to={`/p/${slug}/queue`} replace /> : <Outlet key={slug} />}
          </TitlePlace>
        )}
      </div>
    </div>
  );
}

/** `name` is missing while the project loads; the list of projects may know it already. */
function ProjectMenu({ slug, name: opened }: { slug: string; name: string | undefined }) {
  const projects = useProjects();
  const name = opened ?? projects.data?.find((other) => other.slug === slug)?.name ?? '';
  const navigate = useNavigate();
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.project} aria-label={`Project ${name || slug}, switch project`}>
          <span dir="auto">{name}</span>
          <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {projects.data?.map((other) => (
          <Menu.Item
            key={other.slug}
            aria-current={other.slug === slug || undefined}
            fw={other.slug === slug ? 600 : undefined}
            onClick={() => void navigate(`/p/${other.slug}`)}
          >
            {other.name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void navigate('/')}>All projects</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function FindPair({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  usePageKeys({ find: findKeys }, { find: () => field.current?.focus() });
  const find = (event: FormEvent) => {
    event.preventDefault();
    const search = field.current?.value.trim() ?? '';
    void navigate(`/p/${slug}/pairs${search ? `?search=${encodeURIComponent(search)}` : ''}`);
  };
  // These lists have a field of their own, with the same key.
  if ([`/p/${slug}/pairs`, `/p/${slug}/reviews/assignments`].includes(pathname)) return null;
  return (
    <search>
      <form className={classes.find} onSubmit={find}>
        <IconSearch size={15} stroke={1.75} aria-hidden="true" />
        <input ref={field} placeholder="Find a pair" aria-label="Find a pair" aria-keyshortcuts={findKeys[0]} />
        <Key of={findKeys} />
      </form>
    </search>
  );
}
