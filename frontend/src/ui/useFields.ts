import { type ChangeEvent, useState } from 'react';
import { formErrors } from './formErrors';

type Typing = ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>;

/**
 * The texts in the fields of a form: `field` gives an input its value, its change and what the server said about it,
 * `rest` is the error that belongs to no field. `error` is of the request that the form sent.
 */
export function useFields<Values extends Record<string, string>>(initial: Values, error: unknown) {
  const [values, setValues] = useState(initial);
  const errors = formErrors(error, Object.keys(initial));
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    error: errors.field(name),
    onChange: (event: Typing) => set({ [name]: event.currentTarget.value } as unknown as Partial<Values>),
  });
  return { values, set, field, rest: errors.rest };
}
