import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { sourceFileUrl, useDocument, useUnits } from '@/api/documents';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Document } from '@/api/types';
import { language } from '@/lib/format';
import { unitsOf } from '@/ui/kinds';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { Deck } from './Deck';
import { EditDocument } from './EditDocument';
import { Provenance } from './Provenance';
import { Recording } from './Recording';
import { StructuredText, slideTimes } from './StructuredText';

/** A document as it was imported: its text, its origin, and the pairs it belongs to. */
export function DocumentPage() {
  const { slug = '', id } = useParams();
  const document = useDocument(Number(id));
  const units = useUnits(Number(id));
  const role = useProject(slug).data?.role;
  if (document.isPending) return <Loading what="the document" />;
  if (!document.data) {
    return (
      <Notice title="Couldn’t open the document" failed={document} out={[`/p/${slug}/documents`, 'All documents']} />
    );
  }
  const { title, kind, language: tag, n_units, version } = document.data;
  return (
    <Page
      title={title}
      above={<Link to={`/p/${slug}/documents`}>Documents</Link>}
      lead={`${kind}, ${language(tag)}, ${unitsOf(kind, n_units)}${version > 1 ? `, version ${version}` : ''}`}
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
          <Versions slug={slug} document={document.data} />
          <Pairs slug={slug} document={document.data} />
          {['transcript', 'text'].includes(kind) && (
            <Part title="Recording">
              <Recording document={document.data} editable={may(role, 'documents', 'store_media')} />
              {kind === 'transcript' && (
                <>
                  <p>
                    <Link to={`/p/${slug}/documents/${id}/recognisers`}>Recognisers and check</Link>
                  </p>
                  <p>
                    <Link to={`/p/${slug}/documents/${id}/segments`}>Segments and clips</Link>
                  </p>
                  <p>
                    <a href={`/api/v1/documents/${id}/m3av/`} download>
                      M3AV folder
                    </a>
                  </p>
                </>
              )}
            </Part>
          )}
          {kind === 'slides' && (
            <Part title="Slide text">
              <Link to={`/p/${slug}/documents/${id}/slide-text`}>Read and correct the text</Link>
            </Part>
          )}
          <Part title="Origin">
            <Provenance document={document.data} />
          </Part>
          <EditDocument key={document.data.id} slug={slug} document={document.data} myRole={role} />
        </>
      }
    >
      {kind === 'slides' && (
        <Deck document={document.data} text={units.data} editable={may(role, 'documents', 'make_pictures')} />
      )}
      <Part title="Text">
        <Pending of={units} what={unitsOf(kind, n_units)} />
        {units.data && <StructuredText text={units.data} language={tag} times={slideTimes(document.data)} />}
      </Part>
    </Page>
  );
}

function Versions({ slug, document: { previous, next } }: { slug: string; document: Document }) {
  if (next === null && previous === null) return null;
  return (
    <Part title="Versions">
      <ul>
        {next !== null && (
          <li>
            <Link to={`/p/${slug}/documents/${next}`}>Newer version</Link>, with a different text
          </li>
        )}
        {previous !== null && (
          <li>
            <Link to={`/p/${slug}/documents/${previous}`}>Older version</Link>
          </li>
        )}
      </ul>
    </Part>
  );
}

function Pairs({ slug, document: { pairs } }: { slug: string; document: Document }) {
  return (
    <Part title="Pairs">
      {pairs.length === 0 && <p className="soft">Not part of any pair yet.</p>}
      <ul>
        {pairs.map((pair) => (
          <li key={pair.id}>
            <Link to={`/p/${slug}/pairs/${pair.id}`} dir="auto">
              {pair.title}
            </Link>
          </li>
        ))}
      </ul>
    </Part>
  );
}
