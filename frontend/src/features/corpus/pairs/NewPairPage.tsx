import { Link, useParams } from 'react-router';
import { useDocuments } from '@/api/documents';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { QueryNote } from '@/ui/QueryNote';
import { NewPairForm } from './NewPairForm';

/** Pairs two documents that the import did not pair. */
export function NewPairPage() {
  const { slug = '' } = useParams();
  const manages = may(useProject(slug).data?.role, 'pairs', 'create');
  const documents = useDocuments(slug);
  const all = documents.data?.results ?? [];
  if (!manages) {
    return (
      <Notice title="Pair documents">
        <p>Only project admins can pair documents.</p>
        <p>
          <Link to={`/p/${slug}/pairs`}>Back to the pairs</Link>
        </p>
      </Notice>
    );
  }
  return (
    <Page
      title="Pair documents"
      above={<Link to={`/p/${slug}/pairs`}>Pairs</Link>}
      lead="Pair a paper with the talk that presents it, or the two sides of a bitext."
    >
      <Part title="New pair">
        <QueryNote query={documents} what="documents" />
        {documents.data && all.length < 2 && (
          <p className="soft">
            A pair needs two documents. <Link to={`/p/${slug}/pairs/import`}>Import them</Link> first.
          </p>
        )}
        {all.length >= 2 && <NewPairForm slug={slug} documents={all} />}
      </Part>
    </Page>
  );
}
