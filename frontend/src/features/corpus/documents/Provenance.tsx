import type { Document } from '@/api/types';
import { dateTime } from '@/lib/format';
import { Facts } from '@/ui/Facts';

/** Which file a document was read from, by whom and when, and what the file says about itself. */
export function Provenance({ document }: { document: Document }) {
  const { imported_by: by } = document;
  return (
    <Facts
      facts={[
        ['File', document.source_name],
        ['In the archive', scalar(document.metadata.member)],
        ['Imported', dateTime(document.imported_at)],
        ['By', by ? by.name || by.username : null],
        ['Importer', [document.importer, document.importer_version].filter(Boolean).join(' ')],
        ['External ID', document.external_id],
        [
          'Content hash',
          document.content_hash && (
            <span className="code" title={document.content_hash}>
              {document.content_hash.slice(0, 16)}
            </span>
          ),
        ],
        ...Object.entries(document.metadata)
          .filter(([name]) => name !== 'member')
          .map(([name, value]): [string, string] => [name, scalar(value)])
          .filter(([, value]) => value.trim() !== ''),
      ]}
    />
  );
}

/** Metadata of one word or number, or a list of words joined. Everything else is left to the API. */
function scalar(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
