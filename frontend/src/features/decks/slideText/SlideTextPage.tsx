import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useDeckPages } from '@/api/decks';
import { useDocument } from '@/api/documents';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import type { Document } from '@/api/types';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { type Filter, filtered } from './model';
import { type SlideText, useSlidePage, useSlideText } from './requests';
import { SlideEditor } from './SlideEditor';
import { StartSlideText } from './StartSlideText';
import type { Seen } from './slideEditorProps';
import { useWhenDone } from './useWhenDone';

/** What the slides of a deck say: have them read, correct them, and store that as the deck's next version. */
export function SlideTextPage() {
  const { slug = '', id } = useParams();
  const number = Number(id);
  const document = useDocument(number);
  const isDeck = document.data?.kind === 'slides';
  if (document.isPending) return <Loading what="the deck" />;
  if (!document.data || !isDeck) {
    return (
      <Notice
        title="No slides here"
        failed={!document.data && document}
        out={[`/p/${slug}/documents`, 'All documents']}
      >
        {document.data && <p>{document.data.title} is not a deck of slides.</p>}
      </Notice>
    );
  }
  return <TextOf key={number} slug={slug} document={document.data} />;
}

function TextOf({ slug, document }: { slug: string; document: Document }) {
  const role = useProject(slug).data?.role;
  const text = useSlideText(document.id);
  const deck = useDeckPages(document.id);
  useWhenDone(slug, document.id, text.data);
  if (text.isPending || deck.isPending) return <Loading what="the slide text" />;
  if (!text.data || !deck.data) {
    return (
      <Notice
        title="Couldn’t open the slide text"
        failed={text.data ? deck : text}
        out={[`/p/${slug}/documents/${document.id}`, 'Back to the document']}
      />
    );
  }
  const rights = {
    mayRead: may(role, 'documents', 'read_slide_text') && text.data.newer === null,
    mayEdit: may(role, 'documents', 'save_slide_page') && text.data.newer === null,
  };
  const of = { slug, document, text: text.data, ...rights };
  if (text.data.pages.length === 0) return <StartSlideText {...of} />;
  return <Slides {...of} deck={deck.data.pages} />;
}

interface SlidesProps {
  slug: string;
  document: Document;
  text: SlideText;
  deck: NonNullable<ReturnType<typeof useDeckPages>['data']>['pages'];
  mayRead: boolean;
  mayEdit: boolean;
}

/** The slide that the address names, or the first one. */
function Slides({ mayEdit, ...of }: SlidesProps) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const [filter, setFilter] = useState<Filter>('slides');
  const [seen, setSeen] = useState<Seen>({ look: 'boxes', source: 'checked' });
  const isNarrow = useMediaQuery('(max-width: 699px)') ?? false;
  const chosen = Number(params.get('slide'));
  const listed = filtered(of.text.pages, filter);
  const known = of.text.pages.find(({ page }) => page === chosen);
  const slide = (known ?? listed[0] ?? of.text.pages[0])?.page ?? 1;
  const page = useSlidePage(of.document.id, slide);
  const show = (to: number) => choose({ slide: String(to) }, { replace: true });
  if (page.isPending) return <Loading what={`slide ${slide}`} />;
  if (!page.data) {
    return (
      <Notice
        title={`Couldn’t open slide ${slide}`}
        failed={page}
        out={[`/p/${of.slug}/documents/${of.document.id}`, 'Back to the document']}
      />
    );
  }
  return (
    <SlideEditor
      key={page.data.page}
      {...of}
      page={page.data}
      seen={seen}
      onSee={(changed) => setSeen({ ...seen, ...changed })}
      filter={filter}
      onFilter={setFilter}
      listed={listed}
      onShow={show}
      mayEdit={mayEdit}
      // Until the next slide is there, nothing is done to the one before.
      canEdit={mayEdit && !isNarrow && page.data.page === slide}
    />
  );
}
