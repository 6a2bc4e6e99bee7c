/** Whether a worker does something, or is about to. */
export function isLive(work: { state: string } | null | undefined): boolean {
  return work?.state === 'queued' || work?.state === 'running';
}
