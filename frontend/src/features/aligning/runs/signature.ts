/** The engine and the version in a signature, without the many options and digests between them. */
export function shortSignature(signature: string): string {
  const parts = signature.split('|');
  const version = parts.findLast((part) => part.startsWith('v:'));
  return parts.length > 2 ? [parts[0], '…', version].filter(Boolean).join('|') : signature;
}
