import { useState } from 'react';
import { plural } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import { fileName, pageText, type Slide, type TextSource, textFrom } from './model';
import type { SlidePage } from './requests';
import classes from './SlideText.module.css';

interface PageTextProps {
  slide: Slide;
  page: SlidePage;
  source: TextSource;
  language: string;
}

/** What becomes the page's text, beside what it is, with its rare words; or what its lines say as they were read. */
export function PageText({ slide, page, source, language }: PageTextProps) {
  const [compares, setCompares] = useState(false);
  const [showsRare, setShowsRare] = useState(false);
  const text = pageText(slide.blocks);
  const isSame = text === page.before;
  const rare = page.rare_words ?? [];
  if (source !== 'checked')
    return (
      <section className={classes.becomes} aria-label="As it was read">
        <h2>
          As it was read <small>{source === 'ocr' ? 'by OCR' : `the ${fileName(page.lines)}’s own text`}</small>
        </h2>
        <div lang={language || undefined} dir="auto">
          {textFrom(page.lines, source)}
        </div>
      </section>
    );
  return (
    <section className={classes.becomes} aria-label="Becomes the page’s text">
      <h2>
        Becomes the page’s text{' '}
        <small>
          {isSame ? 'as it is now' : page.before === '' ? 'the page has none now' : 'it says something else now'}
        </small>
        {!isSame && page.before !== '' && (
          <button type="button" aria-pressed={compares} onClick={() => setCompares(!compares)}>
            Compare
          </button>
        )}
        {rare.length > 0 && (
          <button type="button" aria-expanded={showsRare} onClick={() => setShowsRare(!showsRare)}>
            {plural(rare.length, 'rare word')}
          </button>
        )}
      </h2>
      {showsRare && rare.length > 0 && (
        <p className="soft">
          <span lang={language || undefined}>{rare.join(', ')}</span>: not among the common words of the language, so
          the biased error rate counts them. As last saved.
        </p>
      )}
      <div lang={language || undefined} dir="auto">
        {compares && !isSame ? (
          <Difference before={page.before} after={text} language={language} />
        ) : (
          text || <i>no text</i>
        )}
      </div>
    </section>
  );
}
