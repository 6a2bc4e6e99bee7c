import type { DeckPage } from '@/api/decks';
import type { Document } from '@/api/types';
import type { Filter, TextSource } from './model';
import type { ListedSlide, SlidePage, SlideText } from './requests';
import type { Look } from './SlidePicture';

/** How slides are looked at; it stays from one slide to the next. */
export interface Seen {
  look: Look;
  source: TextSource;
}

/** What an editor of a slide is about, and what its head needs of it. */
export interface SlideEditorProps {
  slug: string;
  document: Document;
  text: SlideText;
  /** Of the deck, with pictures. */
  deck: readonly DeckPage[];
  page: SlidePage;
  seen: Seen;
  onSee: (seen: Partial<Seen>) => void;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The slides that the filter shows. */
  listed: readonly ListedSlide[];
  onShow: (page: number) => void;
  mayRead: boolean;
  mayEdit: boolean;
  canEdit: boolean;
}
