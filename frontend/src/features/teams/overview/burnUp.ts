import type { Stages } from '@/api/types';
import { date } from '@/lib/format';

type BurnUp = NonNullable<Stages['burn_up']>;

/** Where the lines of a burn-up are, from 0 to 1 in both directions, the origin at the bottom left. */
export interface Plot {
  submitted: [number, number][];
  due: [number, number][];
  today: number;
  first: string;
  last: string;
  most: number;
}

const dayMs = 86_400_000;
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** How many are submitted, and how many were due by today. */
export function sumsOf({ days, today }: BurnUp): {
  submitted: number;
  dueByNow: number;
  due: number;
  lastDue: string | null;
} {
  const past = days.filter(({ day }) => day <= today);
  const lastDue = days.findLast(({ due }, index) => due > (days[index - 1]?.due ?? 0))?.day ?? null;
  return {
    submitted: days.at(-1)?.submitted ?? 0,
    dueByNow: past.at(-1)?.due ?? 0,
    due: days.at(-1)?.due ?? 0,
    lastDue,
  };
}

/** The finding in a sentence, which is also what a screen reader says of the plot. */
export function findingOf(burnUp: BurnUp): string {
  const { submitted, dueByNow, due, lastDue } = sumsOf(burnUp);
  const of =
    burnUp.needed === null ? `${submitted} reviews submitted` : `${submitted} of ${burnUp.needed} reviews submitted`;
  if (due === 0) return `${of}. No due dates are set.`;
  const late = dueByNow - submitted;
  const pace = late > 0 ? `${late} behind the due dates` : 'on time';
  return `${of}, ${pace}. The last are due ${lastDue && date(lastDue)}.`;
}

/** Nothing for a project whose only day is today: a line needs two. */
export function plotOf(burnUp: BurnUp): Plot | null {
  const { days, today, needed } = burnUp;
  const [firstDay, lastDay] = [days[0]?.day, days.at(-1)?.day];
  if (firstDay === undefined || lastDay === undefined || (firstDay === today && lastDay === today)) return null;
  const begin = Math.min(at(firstDay), at(today)) - dayMs;
  const end = Math.max(at(lastDay), at(today));
  const most = Math.max(1, needed ?? 0, ...days.map(({ submitted, due }) => Math.max(submitted, due)));
  const x = (day: string) => (at(day) - begin) / (end - begin);
  const steps = (value: 'submitted' | 'due', until: string): [number, number][] => {
    const points: [number, number][] = [[0, 0]];
    let before = 0;
    for (const day of days) {
      if (day.day > until) break;
      points.push([x(day.day), before / most], [x(day.day), day[value] / most]);
      before = day[value];
    }
    points.push([x(until), before / most]);
    return points;
  };
  return {
    submitted: steps('submitted', today),
    due: days.at(-1)?.due ? steps('due', new Date(end).toISOString().slice(0, 10)) : [],
    today: x(today),
    first: new Date(begin + dayMs).toISOString().slice(0, 10),
    last: new Date(end).toISOString().slice(0, 10),
    most,
  };
}
