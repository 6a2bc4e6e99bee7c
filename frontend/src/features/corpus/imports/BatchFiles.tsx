import { useSearchParams } from 'react-router';
import type { ImportBatch } from '@/api/types';
import { FileList } from './FileList';
import { FilePanel } from './FilePanel';
import { standing } from './model';
import { Pairings } from './Pairings';

const panelId = 'open-file';

function useOpenFile(batch: ImportBatch) {
  const [params, setParams] = useSearchParams();
  const asked = batch.files.find(({ id }) => String(id) === params.get('file'));
  const open = asked ?? batch.files.find((file) => standing(file).tone === 'bad') ?? batch.files[0] ?? null;
  const setOpen = (id: number) => {
    setParams({ file: String(id) }, { replace: true, preventScrollReset: true });
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
