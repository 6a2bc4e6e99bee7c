import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { sourceFileUrl, useDocument, useUnits } from '@/api/documents';
import { canManage, useProject } from '@/api/projects';
import type { Document } from '@/api/types';
import { count, dateTime, language } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Facts } from '@/ui/Facts';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { EditDocument } from './EditDocument';
import { Recording } from './Recording';
import { StructuredText } from './StructuredText';
import { slideTimes } from './slides';
import { unitWords } from './words';

/** A document as it was read: its text, where it came from, what it is paired with. */
export function DocumentPage() {
  const { slug = '', id } = useParams();
  const document = useDocument(Number(id));
  const units = useUnits(Number(id));
  const role = useProject(slug).data?.role;
  if (document.isPending) return <Loading what="the document" />;
  if (!document.data) {
    return (
      <Notice title="The document did not open">
        <ErrorNote error={document.error} onRetry={() => void document.refetch()} />
        <p>
          <Link to={`/p/${slug}/documents`}>All documents</Link>
        </p>
      </Notice>
    );
  }
  const { title, kind, language: tag, n_units, version, previous, next } = document.data;
  return (
    <Page
      title={title}
      above={<Link to={`/p/${slug}/documents`}>Documents</Link>}
      lead={`${kind}, ${language(tag)}, ${count(n_units)} ${unitWords[kind]}${version > 1 ? `, version ${version}` : ''}`}
      actions={
        document.data.source_name && (
          <Button
            component="a"
            href={sourceFileUrl(document.data.id)}
            download={document.data.source_name}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
          >
            Source file
          </Button>
        )
      }
      aside={
        <>
          {(next !== null || previous !== null) && (
            <Part title="Versions">
              <ul>
                {next !== null && (
                  <li>
                    <Link to={`/p/${slug}/documents/${next}`}>The next version</Link> has other text.
                  </li>
                )}
                {previous !== null && (
                  <li>
                    <Link to={`/p/${slug}/documents/${previous}`}>The version before</Link>
                  </li>
                )}
              </ul>
            </Part>
          )}
          <Part title="Pairs">
            {document.data.pairs.length === 0 && <p className="soft">In no pair yet.</p>}
            <ul>
              {document.data.pairs.map((pair) => (
                <li key={pair.id}>
                  <Link to={`/p/${slug}/pairs/${pair.id}`} dir="auto">
                    {pair.title}
                  </Link>
                </li>
              ))}
            </ul>
          </Part>
          {['transcript', 'text'].includes(kind) && (
            <Part title="Recording">
              <Recording document={document.data} editable={canManage(role)} />
            </Part>
          )}
          <Part title="Where it came from">
            <Provenance document={document.data} />
          </Part>
          {canManage(role) && <EditDocument key={document.data.id} slug={slug} document={document.data} />}
        </>
      }
    >
      <Part title="Text">
        {units.isPending && <Loading what={`${count(n_units)} ${unitWords[kind]}`} />}
        {units.isError && <ErrorNote error={units.error} onRetry={() => void units.refetch()} />}
        {units.data && <StructuredText text={units.data} language={tag} times={slideTimes(document.data)} />}
      </Part>
    </Page>
  );
}

/** What the file says of itself in a word or a number; lists of words joined, everything else left to the API. */
function scalar(value: unknown): string {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function Provenance({ document }: { document: Document }) {
  const { imported_by: by } = document;
  return (
    <Facts
      facts={[
        ['File', document.source_name],
        ['In the archive', scalar(document.metadata.member)],
        ['Imported', dateTime(document.imported_at)],
        ['By', by ? by.name || by.username : null],
        ['Read by', [document.importer, document.importer_version].filter(Boolean).join(' ')],
        ['External id', document.external_id],
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
