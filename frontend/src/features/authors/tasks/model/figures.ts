import { figure, plural, roundedPercent, signed } from '@/lib/format';
import type { QuestionResults, RatingTask, Results, ScreenedRater } from '../requests';

export type SystemFigures = QuestionResults['systems'][number];
export type Difference = QuestionResults['differences'][number];

/** What keeps a rater out, with the figure and the limit. */
export function reasonsOf(rater: ScreenedRater, rules: RatingTask['rules']): string[] {
  if (rater.by_hand) return [rater.reason_by_hand];
  const { most_traps_missed, least_r, least_seconds, most_unheard } = rules;
  const words = {
    traps: `attention checks missed: ${rater.n_traps_missed} of ${rater.n_traps}, limit ${percents(most_traps_missed)}`,
    apart: `r ${figure(rater.r)} with the others, limit ${figure(least_r ?? null)}`,
    fast: `${seconds(rater.seconds)} s a sample, limit ${seconds(least_seconds ?? null)} s`,
    unheard: `${percents(rater.unheard)} not heard to the end, limit ${percents(most_unheard)}`,
  };
  return rater.reasons.map((reason) => words[reason as keyof typeof words] ?? reason);
}

const percents = (share: number | null | undefined) => roundedPercent(share ?? 0);
export const seconds = (value: number | null) => (value === null ? '–' : value.toFixed(1));
export const mean = (value: number | null) => (value === null ? '–' : value.toFixed(2));

/** The difference as row minus column, whichever way the server has it. */
export function differenceOf(differences: readonly Difference[], row: string, column: string): Difference | null {
  for (const each of differences) {
    if (each.first === row && each.second === column) return each;
    if (each.first === column && each.second === row) {
      const turn = (value: number | null) => (value === null ? null : -value);
      return {
        ...each,
        first: row,
        second: column,
        value: turn(each.value),
        low: turn(each.high),
        high: turn(each.low),
      };
    }
  }
  return null;
}

/** Whether two systems are told apart, and what it would take. */
export function verdictOf(apart: Difference): string {
  const interval =
    apart.low === null || apart.high === null
      ? 'too few for an interval'
      : `interval ${signed(apart.low)} to ${signed(apart.high)}`;
  const numbers = `${signed(apart.value)}, ${interval}, ${plural(apart.n, 'pair')}.`;
  if (apart.is_clear) return `${numbers} Told apart.`;
  if (apart.n_more === null) return `${numbers} Not told apart.`;
  return `${numbers} Not told apart. 80 % power at this difference takes about ${plural(apart.n_more, 'more pair')}.`;
}

/** Best first; without a value last. */
export const ranked = (systems: readonly SystemFigures[]): SystemFigures[] =>
  [...systems].sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.system.localeCompare(b.system));

/** What those who are not counted would change. */
export function changeByAll({ systems, all }: QuestionResults): string {
  const before = new Map(systems.map(({ system, value }) => [system, value]));
  const changes = all.systems.flatMap(({ system, value }) => {
    const was = before.get(system) ?? null;
    return value === null || was === null ? [] : [{ system, by: value - was }];
  });
  const largest = changes.reduce<{ system: string; by: number } | null>(
    (most, each) => (most === null || Math.abs(each.by) > Math.abs(most.by) ? each : most),
    null,
  );
  if (!largest) return '';
  const order = (of: readonly SystemFigures[]) =>
    ranked(of)
      .map(({ system }) => system)
      .join('\n');
  const stays = order(systems) === order(all.systems);
  return `With the rejected, the largest change is ${signed(largest.by)} (${largest.system}); the order ${stays ? 'stays' : 'changes'}.`;
}

/** What a task is, in one line. */
export function madeOf(task: RatingTask): string {
  const traps = task.n_traps > 0 ? `, ${plural(task.n_traps, 'attention check')}` : '';
  const ofSet = task.n_sets > 0 ? Math.round((task.n_samples - task.n_traps) / task.n_sets) : 0;
  return `${plural(task.n_sets, 'set')} × ${plural(ofSet, 'system')}${traps} · ${plural(task.questions.length, 'question')}`;
}

/** How many ratings a task has, of how many it needs. */
export const neededOf = ({ n_samples, per_set }: RatingTask) => n_samples * per_set;

/** Raters who are not counted first. */
export const sortedRaters = (raters: Results['raters']): Results['raters'] =>
  [...raters].sort((a, b) => Number(a.is_counted) - Number(b.is_counted) || a.number - b.number);

export const codeOf = (number: number) => `R${String(number).padStart(2, '0')}`;

/** The link of a rater, whole. */
export const linkOf = (token: string) => `${location.origin}/rate/${token}/samples`;
