import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useDocumentPage } from '@/api/documents';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { ago, dateTime, language, plural } from '@/lib/format';
import { unitsOf } from '@/ui/kinds';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { SearchField, useSearch } from '@/ui/SearchField';
import { right, Table } from '@/ui/Table';

/** Everything that was imported, whether it belongs to a pair or not. */
export function DocumentsPage() {
  const { slug = '' } = useParams();
  const { search, find } = useSearch();
  const mayPair = may(useProject(slug).data?.role, 'pairs', 'create');
  const documents = useDocumentPage({
    project: slug,
    search: search || undefined,
    page: usePage(),
    page_size: pageSize,
  });
  return (
    <Page
      title="Documents"
      guide="admin#importing"
      above={<Link to={`/p/${slug}/pairs`}>Pairs</Link>}
      lead="Everything imported so far. Two documents make a pair."
      actions={
        <>
          <SearchField label="Find a document" search={search} onSearch={find} />
          {mayPair && (
            <Button component={Link} to={`/p/${slug}/pairs/new`}>
              Pair documents
            </Button>
          )}
        </>
      }
    >
      <Part title="All documents" note={documents.data && plural(documents.data.count, 'document')}>
        <Pending of={documents} what="documents" />
        {documents.data?.count === 0 && search === '' && <p className="soft">No documents yet.</p>}
        {documents.data?.count === 0 && search !== '' && (
          <p className="soft">
            No documents match “{search}”. <Button onClick={() => find('')}>Clear search</Button>
          </p>
        )}
        {documents.data && documents.data.results.length > 0 && (
          <Table label="Documents" columns={['Document', 'Kind', 'Language', right('Length'), 'Imported']}>
            {documents.data.results.map((document) => (
              <tr key={document.id}>
                <th scope="row">
                  <Link to={`/p/${slug}/documents/${document.id}`} dir="auto">
                    {document.title}
                  </Link>
                  {document.version > 1 && <small>version {document.version}</small>}
                </th>
                <td data-nowrap className="soft">
                  {document.kind}
                </td>
                <td data-nowrap>{language(document.language)}</td>
                <td data-right data-nowrap className="num">
                  {unitsOf(document.kind, document.n_units)}
                </td>
                <td data-nowrap className="soft" title={dateTime(document.imported_at)}>
                  {ago(document.imported_at)}
                </td>
              </tr>
            ))}
          </Table>
        )}
        <Pager total={documents.data?.count ?? 0} what="documents" />
      </Part>
    </Page>
  );
}
