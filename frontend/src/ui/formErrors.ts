import { ApiError } from '@/api/client';

interface FormErrors<Name extends string> {
  /** The server's error for one field, shown below it. */
  field: (name: Name) => string | undefined;
  /** The error when some of it belongs to no field of the form: shown above the button. Null otherwise. */
  rest: unknown;
}

/** Splits the error of a request between the fields of the form that sent it and the note below them. */
export function formErrors<Name extends string>(error: unknown, names: readonly Name[]): FormErrors<Name> {
  if (!(error instanceof ApiError)) return { field: () => undefined, rest: error ?? null };
  const isShown = ({ field }: { field?: string }) => names.some((name) => name === field);
  const isAllShown = error.errors.length > 0 && error.errors.every(isShown);
  return { field: (name) => error.field(name), rest: isAllShown ? null : error };
}
