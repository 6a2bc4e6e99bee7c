import { Link } from 'react-router';
import { useDeckPages } from '@/api/decks';
import { PagePicture } from '@/ui/large/PagePicture';
import type { Item } from './requests';
import classes from './SpotChecks.module.css';

/** The picture of the slide whose text is judged. */
export function SlideBeside({ slug, item, page }: { slug: string; item: Item; page: number }) {
  const deck = useDeckPages(item.document);
  const shown = deck.data?.pages.find(({ number }) => number === page);
  return (
    <>
      <div className={classes.picture}>
        <PagePicture
          number={page}
          picture={shown?.picture ?? null}
          size={[shown?.width ?? 1600, shown?.height ?? 900]}
          text={item.text}
          language={item.language}
        />
      </div>
      <p>
        <Link to={`/p/${slug}/documents/${item.document}/slide-text?slide=${page}`} dir="auto">
          {item.title}, page {page}
        </Link>
      </p>
      {shown && shown.picture === null && <p className="soft">There is no picture of this page.</p>}
    </>
  );
}
