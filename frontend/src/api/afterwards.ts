/**
 * What a mutation asks anew when it has ended. After success the button waits for it, so that nobody presses again what
 * is done; a failure is said at once, although the same server may not answer the question either.
 */
export function afterwards(refresh: () => Promise<unknown>) {
  return (_data: unknown, error: Error | null): Promise<unknown> | undefined => {
    const fresh = refresh();
    return error ? undefined : fresh;
  };
}
