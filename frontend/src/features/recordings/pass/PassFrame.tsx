import { useWindowEvent } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTitle } from '@/lib/useTitle';
import { ErrorNote } from '@/ui/ErrorNote';
import { KeyLine } from '@/ui/Keys';
import { PassContext } from './context';
import { keepDrafts } from './drafts';
import type { PassEditor } from './editor';
import { KeySheet } from './KeySheet';
import { answering, anywhere, hearing } from './keys';
import { Lines } from './Lines';
import { Meanwhile } from './Meanwhile';
import type { Filter } from './model';
import classes from './Pass.module.css';
import { PassHead } from './PassHead';
import { submitPass } from './requests';
import { Side } from './Side';
import { SubmitDialog } from './SubmitDialog';
import { Tools } from './Tools';
import { usePassKeys } from './usePassKeys';
import { Wave } from './Wave';

interface PassFrameProps {
  editor: PassEditor;
  onSubmitted: () => void;
}

/** A pass: the bars, the wave, the lines with the open mask, and what is known about the talk beside them. */
export function PassFrame({ editor, onSubmitted }: PassFrameProps) {
  const { pass, queue, isSecond } = editor;
  const [filter, setFilter] = useState<Filter>('all');
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const time = useRef<HTMLInputElement>(null);
  useTitle(pass.document.title);
  usePassKeys({ editor, time, openSheet: () => setSheetOpen(true) });
  useWindowEvent('online', () => queue.wake());
  useWindowEvent('offline', () => queue.offline());
  useWindowEvent('beforeunload', (event) => {
    const { waiting, durable } = editor.state.queue;
    if (!durable && waiting.length > 0) event.preventDefault();
  });
  const submit = useMutation({
    mutationFn: async () => {
      if (!(await queue.flushed())) throw new Error('Some answers are not saved yet. Submit once they are.');
      return submitPass(pass.id);
    },
    onSuccess: () => {
      keepDrafts(pass.id, editor.person, new Map());
      onSubmitted();
    },
    onError: () => setAsking(false),
  });
  return (
    <PassContext value={editor}>
      <div className={classes.frame} data-kind={pass.kind}>
        <PassHead onSubmit={() => setAsking(true)} />
        <Tools filter={filter} onFilter={setFilter} time={time} />
        <Wave />
        <main className={classes.main} id="content">
          {submit.isError && <ErrorNote error={submit.error} />}
          <Meanwhile />
          <Lines filter={filter} />
        </main>
        <Side />
        <footer className={classes.footer}>
          <KeyLine of={[...answering(isSecond), ...hearing, ...anywhere]} />
        </footer>
      </div>
      {isAsking && (
        <SubmitDialog isPending={submit.isPending} onSubmit={() => submit.mutate()} onClose={() => setAsking(false)} />
      )}
      {isSheetOpen && <KeySheet isSecond={isSecond} onClose={() => setSheetOpen(false)} />}
    </PassContext>
  );
}
