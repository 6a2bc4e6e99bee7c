import type { DeliveryDetail } from './requests';

/** The request as a command for a shell: the same body and headers, so that its signature holds for five minutes. */
export function asCurl(url: string, { request, body }: Pick<DeliveryDetail, 'request' | 'body'>): string {
  const headers = request
    .split('\n')
    .slice(1)
    .filter((line) => !/^(Host|Content-Length|Connection):/i.test(line));
  return [
    'curl',
    ...headers.map((header) => `-H ${quoted(header)}`),
    `--data-binary ${quoted(body)}`,
    quoted(url),
  ].join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A body as one reads it; as it is where it is no JSON. */
export function laidOut(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
