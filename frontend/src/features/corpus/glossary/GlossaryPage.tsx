import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { usePairs } from '@/api/pairs';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import { SearchField, useSearch } from '@/ui/SearchField';
import { ClearGlossary, Downloads } from './Files';
import { ImportTerms } from './ImportTerms';
import { type GlossaryTerm, useTerms } from './requests';
import { NewTerm } from './TermFields';
import { Removed, TermsTable } from './TermsTable';

/** The terms of a project. Admins change them, everybody in the project reads them. */
export function GlossaryPage() {
  const { slug = '' } = useParams();
  const role = useProject(slug).data?.role;
  const mayChange = may(role, 'glossary', 'create');
  const { search, find } = useSearch();
  const terms = useTerms(slug, { search: search || undefined, page: usePage(), page_size: pageSize });
  const [removed, setRemoved] = useState<GlossaryTerm | null>(null);
  const languages = useUsualLanguages(slug, terms.data?.results[0]);
  const isEmpty = terms.data?.count === 0 && search === '';
  return (
    <Page
      title="Glossary"
      guide="admin#the-glossary"
      above={<Link to={`/p/${slug}/settings`}>Settings</Link>}
      lead="Required and forbidden translations of terms. Reviewers see terms underlined, and post-edits are checked against them."
      actions={<SearchField label="Find a term" search={search} onSearch={find} />}
      aside={
        mayChange && (
          <>
            <NewTerm slug={slug} languages={languages} />
            <ImportTerms slug={slug} languages={languages} />
          </>
        )
      }
    >
      <Part
        title="Terms"
        note={terms.data && plural(terms.data.count, 'term')}
        actions={!isEmpty && terms.data && <Downloads slug={slug} />}
      >
        <Pending of={terms} what="the glossary" />
        {removed && <Removed slug={slug} term={removed} onDone={() => setRemoved(null)} />}
        {isEmpty && (
          <p className="soft">
            No terms yet. {mayChange ? 'Add one, or import a file.' : 'Project admins can add them.'}
          </p>
        )}
        {terms.data?.count === 0 && search !== '' && (
          <p className="soft">
            No terms match “{search}”. <Button onClick={() => find('')}>Clear search</Button>
          </p>
        )}
        {terms.data && terms.data.results.length > 0 && (
          <TermsTable slug={slug} terms={terms.data.results} mayChange={mayChange} onRemoved={setRemoved} />
        )}
        <Pager total={terms.data?.count ?? 0} what="terms" />
        {mayChange && !isEmpty && search === '' && terms.data && <ClearGlossary slug={slug} n={terms.data.count} />}
      </Part>
    </Page>
  );
}

/** What a new term is most likely in: the languages of the first term, else those of a bitext. */
function useUsualLanguages(slug: string, first: GlossaryTerm | undefined): [string, string] {
  const pair = usePairs({ project: slug, kind: 'bitext', page: 1, page_size: 1 }).data?.results[0];
  if (first) return [first.source_language, first.target_language];
  return [pair?.source.language ?? '', pair?.target.language ?? ''];
}
