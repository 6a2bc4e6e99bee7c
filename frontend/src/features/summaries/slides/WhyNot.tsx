import { plural } from '@/lib/format';
import { columns, corpusName, type Elsewhere, figureText, type Shown } from './model';
import type { SlidesCorpus } from './requests';
import classes from './Slides.module.css';

interface WhyNotProps {
  row: Shown;
  elsewhere: Elsewhere | undefined;
  onChoose: (corpus: SlidesCorpus) => void;
}

/** Why a method has no figures here, and those that it has on another corpus. */
export function WhyNot({ row, elsewhere, onChoose }: WhyNotProps) {
  if (!elsewhere) return row.why;
  const { corpus, row: other } = elsewhere;
  const figures = columns[row.task].slice(1, 3).map((column) => {
    const [name] = column.head.split(', less');
    return `${name} ${figureText(other.figures[column.name]?.value, column)}`;
  });
  return (
    <>
      {row.why}. {corpusName(corpus)}, {plural(other.n_talks, 'talk')}: {figures.join(', ')}.{' '}
      <button type="button" className={classes.switchCorpus} onClick={() => onChoose(corpus)}>
        Switch corpus
      </button>
    </>
  );
}
