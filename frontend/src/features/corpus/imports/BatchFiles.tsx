import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import type { ImportBatch, ImportFile } from '@/api/types';
import { bytes, capital, date, language } from '@/lib/format';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import classes from './FileList.module.css';
import { FilePanel } from './FilePanel';
import { standing } from './model';
import { Pairings } from './Pairings';

const icons = { good: IconCheck, bad: IconAlertTriangle, warn: IconAlertTriangle, quiet: IconMinus };

const panelId = 'open-file';

function useOpenFile(batch: ImportBatch) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const chosen = batch.files.find(({ id }) => String(id) === params.get('file'));
  const open = chosen ?? batch.files.find((file) => standing(file).tone === 'bad') ?? batch.files[0] ?? null;
  const setOpen = (id: number) => {
    choose({ file: String(id) }, { replace: true });
    // In one column the file opens below the list, out of sight.
    if (matchMedia('(max-width: 1099px)').matches) {
      requestAnimationFrame(() => document.getElementById(panelId)?.scrollIntoView({ block: 'start' }));
    }
  };
  return { open, setOpen };
}

/** The files of a batch, and their pairings. */
export function Files({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const { open, setOpen } = useOpenFile(batch);
  return (
    <>
      <FileList files={batch.files} current={open?.id ?? null} onOpen={setOpen} />
      <Pairings batch={batch} editable={editable} />
    </>
  );
}

/** The file that the URL names, or the first that needs attention. */
export function OpenFile({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const { open } = useOpenFile(batch);
  return open && <FilePanel id={panelId} batch={batch.id} file={open} editable={editable} />;
}

interface FileListProps {
  files: ImportFile[];
  current: number | null;
  onOpen: (id: number) => void;
}

/** Every file with what it was recognised as; the open one is marked. */
function FileList({ files, current, onOpen }: FileListProps) {
  return (
    <ul className={classes.files}>
      {files.map((file) => {
        const { tone, note } = standing(file);
        const twin = files.find((one) => one.sha256 === file.sha256 && one.include);
        const Icon = icons[tone];
        return (
          <li key={file.id} data-tone={tone}>
            <button type="button" aria-current={file.id === current || undefined} onClick={() => onOpen(file.id)}>
              <Icon size={16} stroke={1.75} aria-hidden="true" className={classes.sign} />
              <span className={classes.name}>{file.name}</span>
              <span className={classes.kind}>{file.format_label || 'Not recognised'}</span>
              <span className={classes.counts}>
                {twin && twin.id < file.id && file.include ? `the same file as ${twin.name} above` : holds(file)}
              </span>
              <span className={classes.more}>{moreOf(file)}</span>
              <span className={classes.note}>{note}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function holds(file: ImportFile): string {
  if (file.state === 'unchanged') {
    const since = file.documents[0]?.imported_at;
    return since ? `unchanged since ${date(since)}` : 'unchanged';
  }
  const advice = file.state === 'unrecognised' && file.problems[0]?.expected;
  if (advice) return capital(advice);
  return file.summary || bytes(file.size);
}

function moreOf(file: ImportFile): string {
  const [problem] = file.problems;
  if (file.state === 'unrecognised' && problem) return problem.message;
  const tags = file.languages.length > 0 ? file.languages : [file.language];
  const languages = tags.filter(Boolean).map(language).join(', ');
  return [languages, ...file.details].filter(Boolean).join(' · ');
}
