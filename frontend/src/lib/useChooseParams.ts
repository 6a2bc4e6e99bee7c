import { type NavigateOptions, useSearchParams } from 'react-router';

type Values = Readonly<Record<string, string | null | undefined>>;

/** Changes parameters of the address; one without a value goes. */
export function useChooseParams(): (values: Values, options?: NavigateOptions) => void {
  const [, setParams] = useSearchParams();
  return (values, options) =>
    setParams((params) => {
      for (const [name, value] of Object.entries(values)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      return params;
    }, options);
}
