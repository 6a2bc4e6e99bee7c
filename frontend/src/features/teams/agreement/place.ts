import { useAddressParams, useChangeParams } from '@/lib/useChooseParams';
import type { Said, Scope } from './requests';

/** The position on the page: each choice narrows what stands below it, and the address holds them all. */
export interface Place extends Scope {
  measure?: string | undefined;
  /** The cell of the confusion. */
  said?: Said | undefined;
  /** Whose rows are shown, where the cell is of several pairs. */
  shown?: number | undefined;
}

/** The place in the address, and a function that changes some of it. What two people said may be nothing. */
export function usePlace(): [Place, (change: Partial<Place>) => void] {
  const params = useAddressParams();
  const put = useChangeParams();
  const id = (name: string) => Number.parseInt(params.get(name) ?? '', 10) || undefined;
  const people = params.get('people');
  const [first, second] = [params.get('first'), params.get('second')];
  const place: Place = {
    measure: params.get('measure') ?? undefined,
    people: people && /^\d+,\d+$/.test(people) ? people : undefined,
    pair: id('pair'),
    said: first !== null && second !== null ? { first_said: first, second_said: second } : undefined,
    shown: id('shown'),
  };
  const go = (change: Partial<Place>) =>
    put((before) => {
      const { said, ...rest } = change;
      for (const [name, value] of Object.entries(rest)) {
        if (value === undefined) before.delete(name);
        else before.set(name, String(value));
      }
      if ('said' in change) {
        before.delete('first');
        before.delete('second');
        if (said) {
          before.set('first', said.first_said);
          before.set('second', said.second_said);
        }
      }
      before.delete('page');
    });
  return [place, go];
}
