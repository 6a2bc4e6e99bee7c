import { useCallback } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

type Values = Readonly<Record<string, string | null | undefined>>;

/**
 * Changes parameters of the address; one without a value goes. What is chosen is part of the page, which stays where it
 * is scrolled to: pass `preventScrollReset: false` where it becomes another one.
 */
export function useChooseParams(): (values: Values, options?: NavigateOptions) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (values, options) =>
      setParams(
        (params) => {
          for (const [name, value] of Object.entries(values)) {
            if (value) params.set(name, value);
            else params.delete(name);
          }
          return params;
        },
        { preventScrollReset: true, ...options },
      ),
    [setParams],
  );
}
