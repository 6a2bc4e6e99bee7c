import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react';
import type { ImportFile } from '@/api/types';
import { bytes, date, language } from '@/lib/format';
import classes from './FileList.module.css';
import { standing } from './model';

const icons = { good: IconCheck, bad: IconAlertTriangle, warn: IconAlertTriangle, quiet: IconMinus };

interface FileListProps {
  files: ImportFile[];
  current: number | null;
  onOpen: (id: number) => void;
}

/** Every file with what it was recognised as; the open one is marked. */
export function FileList({ files, current, onOpen }: FileListProps) {
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
  if (advice) return advice.charAt(0).toUpperCase() + advice.slice(1);
  return file.summary || bytes(file.size);
}

function moreOf(file: ImportFile): string {
  const [problem] = file.problems;
  if (file.state === 'unrecognised' && problem) return problem.message;
  const tags = file.languages.length > 0 ? file.languages : [file.language];
  const languages = tags.filter(Boolean).map(language).join(', ');
  return [languages, ...file.details].filter(Boolean).join(' · ');
}
