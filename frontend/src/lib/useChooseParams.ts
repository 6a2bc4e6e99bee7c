import { useCallback } from 'react';
import { type NavigateOptions, useSearchParams } from 'react-router';

type Values = Readonly<Record<string, string | null | undefined>>;

/** The parameters of the address, to read. */
export function useAddressParams(): URLSearchParams {
  return useSearchParams()[0];
}

/**
 * Changes the parameters of the address. What is chosen is part of the page, which stays where it is scrolled to: pass
 * `preventScrollReset: false` where it becomes another one.
 */
export function useChangeParams(): (change: (params: URLSearchParams) => void, options?: NavigateOptions) => void {
  const [, setParams] = useSearchParams();
  return useCallback(
    (change, options) =>
      setParams(
        (params) => {
          change(params);
          return params;
        },
        { preventScrollReset: true, ...options },
      ),
    [setParams],
  );
}

/** Puts values into the address, as `useChangeParams` does; a parameter without a value goes. */
export function useChooseParams(): (values: Values, options?: NavigateOptions) => void {
  const change = useChangeParams();
  return useCallback(
    (values, options) =>
      change((params) => {
        for (const [name, value] of Object.entries(values)) {
          if (value) params.set(name, value);
          else params.delete(name);
        }
      }, options),
    [change],
  );
}
