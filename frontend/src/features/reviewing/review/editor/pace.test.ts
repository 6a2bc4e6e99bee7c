import { expect, it } from 'vitest';
import { agrees, ines, press, servePages, settled, tomás, visit } from '../testing/pages';
import { paceOf, today, type Work, watchPace, worked } from './pace';

servePages();

const work = { day: '2026-05-12', milliseconds: 0, rows: 0 };

it('counts the time between two acts, but not a break', () => {
  expect(worked(work, null, 1_000)).toEqual(work);
  expect(worked(work, 1_000, 21_000).milliseconds).toBe(20_000);
  expect(worked(work, 1_000, 200_000)).toEqual(work);
  expect(worked(work, 5_000, 4_000)).toEqual(work);
});

it('gives a pace and what is left at it once there is enough to go by', () => {
  expect(paceOf({ ...work, milliseconds: 119_999, rows: 50 }, 10)).toEqual({
    minutes: 1,
    rowsPerHour: null,
    minutesLeft: null,
  });
  expect(paceOf({ ...work, milliseconds: 1_800_000, rows: 120 }, 61)).toEqual({
    minutes: 30,
    rowsPerHour: 240,
    minutesLeft: 16,
  });
  expect(paceOf({ ...work, milliseconds: 1_800_000, rows: 120 }, 0).minutesLeft).toBeNull();
});

it('begins a day at midnight where the person is', () => {
  expect(today(new Date(2026, 4, 2, 0, 0, 1))).toBe('2026-05-02');
});

it('counts the rows that the person decided here, not those of others, and less what they undo', async () => {
  const [mine, theirs] = [await visit(ines), await visit(tomás)];
  const reports: Work[] = [];
  const stop = watchPace(mine, (work) => reports.push(work));
  const rows = () => reports.at(-1)?.rows;
  press(theirs, 1, 'accept_stay');
  press(theirs, 2, 'accept_stay');
  await settled(theirs);
  await mine.exchange.catchUp();
  await agrees(mine);
  expect(rows()).toBe(0);
  press(mine, 3, 'accept_stay');
  press(mine, 4, 'accept_stay');
  expect(rows()).toBe(2);
  press(mine, 4, 'undo');
  expect(rows()).toBe(1);
  stop();
});

it('adds what the person does in two pages, whichever keeps last', async () => {
  const [here, there] = [await visit(ines), await visit(ines)];
  const reports: Work[] = [];
  const stops = [watchPace(here, (work) => reports.push(work)), watchPace(there, () => undefined)];
  press(here, 1, 'accept_stay');
  await settled(here);
  await there.exchange.catchUp();
  await agrees(there);
  press(there, 2, 'accept_stay');
  await settled(there);
  await here.exchange.catchUp();
  await agrees(here);
  press(here, 3, 'accept_stay');
  expect(reports.at(-1)?.rows).toBe(3);
  for (const stop of stops.reverse()) stop();
});
