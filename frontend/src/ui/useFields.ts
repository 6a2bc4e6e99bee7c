import { useState } from 'react';
import { formErrors } from './formErrors';

/** What an input hands to `onChange`: an event, or the value itself. */
function valueIn(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null || !('currentTarget' in argument)) return argument;
  const { type, checked, value } = argument.currentTarget as HTMLInputElement;
  return type === 'checkbox' ? checked : value;
}

/**
 * The values of a form by the names that the server has for its fields. `field` and `box` give an input what it needs:
 * the value, how it changes, and the server's message about it; `rest` is what no field shows.
 */
export function useFields<Values extends object>(first: Values, error: unknown = null) {
  type Name = keyof Values & string;
  const [values, setValues] = useState(first);
  const errors = formErrors(error, Object.keys(first) as Name[]);
  const change = (changed: Partial<Values>) => setValues((now) => ({ ...now, ...changed }));
  const onChange = (name: Name) => (argument: unknown) => {
    const next = valueIn(argument);
    // A number field that has been emptied hands over an empty text.
    change({ [name]: typeof first[name] === 'number' ? Number(next) : next } as Partial<Values>);
  };
  return {
    values,
    change,
    reset: () => setValues(first),
    field: <One extends Name>(name: One) => ({
      value: values[name],
      onChange: onChange(name),
      error: errors.field(name),
    }),
    box: (name: Name) => ({
      checked: Boolean(values[name]),
      onChange: onChange(name),
      error: errors.field(name),
    }),
    rest: errors.rest,
  };
}
