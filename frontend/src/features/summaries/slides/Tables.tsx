import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { count, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { KeyLine } from '@/ui/Keys';
import { CorpusBar, type OnCorpus } from './CorpusBar';
import { keys, keyWords } from './keys';
import { Methods } from './Methods';
import { columns, elsewhereOf, figureText, publishedOf, type Shown, shownRows, sorted, sortedAtFirst } from './model';
import {
  type PublishedSlides,
  type SlidesTable,
  type SlidesTask,
  slidesCsv,
  useMeasureSlides,
  useSlidesTalks,
} from './requests';
import classes from './Slides.module.css';

interface TablesProps extends OnCorpus {
  slug: string;
  /** Of all corpora. */
  tables: readonly SlidesTable[];
  published: readonly PublishedSlides[];
  talk: number | undefined;
  chooseTalk: (id: number) => void;
}

/** The methods on one corpus, for both tasks, under one set of keys. */
export function Tables({ published, tables, ...props }: TablesProps) {
  const { slug, corpus, mayChange, done, going, talk, chooseTalk } = props;
  const [sorting, setSorting] = useState(sortedAtFirst);
  const [current, setCurrent] = useState<string>();
  const [open, setOpen] = useState<string>();
  const talks = useSlidesTalks(done?.id ?? 0, undefined, done !== undefined);
  const measure = useMeasureSlides(slug);
  const rowsOf = (task: SlidesTask) => sorted(shownRows(task, done, going), columnOf(task, sorting[task]));
  const rows = { segmentation: rowsOf('segmentation'), key_sentences: rowsOf('key_sentences') };
  const all: Shown[] = [...rows.segmentation, ...rows.key_sentences];
  const row = all.find(({ method }) => method === current);
  const task = row?.task ?? 'segmentation';
  const toggle = (method: string) => {
    setCurrent(method);
    setOpen(open === method ? undefined : method);
  };
  const run = mayChange && !going ? () => measure.mutate(corpus) : undefined;
  usePageKeys(keys, {
    next: () => setCurrent(stepped(all, current, 1)),
    previous: () => setCurrent(stepped(all, current, -1)),
    open: row && !row.why ? () => toggle(row.method) : undefined,
    sort: () => setSorting({ ...sorting, [task]: nextColumn(task, sorting[task]) }),
    video: () => {
      const ids = talks.data?.talks.map(({ id }) => id) ?? [];
      const next = ids[(ids.indexOf(talk ?? ids[0] ?? 0) + 1) % ids.length];
      if (next !== undefined) chooseTalk(next);
    },
    run,
    save: done && (() => window.location.assign(slidesCsv(done.id, task))),
  });
  const others = props.corpora.filter((each) => each !== corpus);
  const shared = {
    elsewhere: (method: string) => elsewhereOf(method, tables, others),
    onChoose: props.onChoose,
    table: done?.id,
    nTalks: (done ?? going)?.counts?.n_talks,
    current,
    open,
    onOpen: toggle,
  };
  const counts = done?.counts;
  return (
    <>
      <CorpusBar {...props} run={run} measure={measure} />
      {all.length > 0 && (
        <>
          <Methods
            title="Segmentation"
            task="segmentation"
            note={
              counts &&
              `${plural(counts.n_talks, 'talk')}, ${plural(counts.n_segments, 'segment')}, ${plural(counts.n_sentences, 'sentence')}; 95 % intervals over talks`
            }
            rows={rows.segmentation}
            published={publishedOf(published, 'segmentation')}
            sortedBy={sorting.segmentation}
            onSort={(name) => setSorting({ ...sorting, segmentation: name })}
            {...shared}
          >
            <Warning rows={rows.segmentation} />
          </Methods>
          <Methods
            title="Key sentences"
            task="key_sentences"
            note={counts && `${count(counts.n_samples)} clips that count; macro P and R, F1 their harmonic mean, × 100`}
            rows={rows.key_sentences}
            published={publishedOf(published, 'key_sentences')}
            sortedBy={sorting.key_sentences}
            onSort={(name) => setSorting({ ...sorting, key_sentences: name })}
            {...shared}
          />
          <div className={classes.keys}>
            <KeyLine of={keyWords(mayChange)} />
          </div>
        </>
      )}
    </>
  );
}

/** Why accuracy must not be read alone. */
function Warning({ rows }: { rows: readonly Shown[] }) {
  const accuracy = rows.find(({ method }) => method === 'never')?.figures.accuracy;
  if (!accuracy || accuracy.value === null) return null;
  const said = figureText(accuracy.value, { isPercent: true });
  return (
    <p className={classes.warning}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      <span>
        Accuracy misleads: {said} % of sentences start no segment, so never cutting scores {said} and finds nothing.
        Sort by F1 or Pk.
      </span>
    </p>
  );
}

function columnOf(task: SlidesTask, name: string) {
  const found = columns[task].find((column) => column.name === name) ?? columns[task][0];
  if (!found) throw new Error(`no columns of ${task}`);
  return found;
}

function nextColumn(task: SlidesTask, name: string): string {
  const names = columns[task].map((column) => column.name);
  return names[(names.indexOf(name) + 1) % names.length] ?? name;
}

function stepped(rows: readonly Shown[], current: string | undefined, by: 1 | -1): string | undefined {
  const at = rows.findIndex(({ method }) => method === current);
  return rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.method;
}
