import { Modal } from '@mantine/core';
import { language } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { SentenceDiff } from '@/ui/SentenceDiff';
import { type BoardRow, useTextChanges } from './requests';

/** What the newest version of a text changed: old and new sentences. */
export function TextChanges({ row: { pair }, close }: { row: BoardRow; close: () => void }) {
  useReturnFocus();
  const changes = useTextChanges(pair.id);
  return (
    <Modal opened onClose={close} title={`What changed in ${pair.title}`} size={760}>
      <Pending of={changes} what="the changes" />
      {changes.data?.length === 0 && <p className="soft">There is only one version of each text.</p>}
      {changes.data?.map((side) => (
        <Part key={side.side} title={language(side.language)} note={`version ${side.version} against the one before`}>
          <SentenceDiff lines={side.lines} language={side.language} />
        </Part>
      ))}
    </Modal>
  );
}
