import { ApiError, headersOf, toError } from './client';

interface UploadOptions {
  /** Told the share that is sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** POST a form and tell how far it is, which `fetch` does not. Failures are thrown as `ApiError`, as everywhere. */
export function upload<T>(address: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<T> {
  return new Promise((take, fail) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('Content-Type') ?? '';
      const answer = new Response(request.responseText, { status: request.status, headers: { 'Content-Type': type } });
      if (answer.ok) take(JSON.parse(request.responseText) as T);
      else void toError(answer).then(fail);
    });
    request.addEventListener('error', () => fail(new ApiError(0, 'no_answer', 'The server didn’t respond.')));
    request.addEventListener('abort', () => fail(new DOMException('Cancelled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
