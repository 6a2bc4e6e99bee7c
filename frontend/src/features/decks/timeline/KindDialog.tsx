import { Button, Modal, Stack } from '@mantine/core';
import { chordOf, isMac } from '@/lib/chords';
import { capital } from '@/lib/format';
import { Key } from '@/ui/Keys';
import { type Kind, kinds } from './model';

interface KindDialogProps {
  kind: Kind | null;
  onChoose: (kind: Kind | null) => void;
  onClose: () => void;
}

const choices: readonly (Kind | null)[] = [...kinds, null];

/** In the order of the kinds; the last withdraws it. */
function keyOf(kind: Kind | null): string {
  return kind === null ? '0' : String(kinds.indexOf(kind) + 1);
}

/** Asks what was on the screen where there was no slide: by a click, or by one key. */
export function KindDialog({ kind, onChoose, onClose }: KindDialogProps) {
  const choose = (chosen: Kind | null) => {
    onChoose(chosen);
    onClose();
  };
  return (
    <Modal
      opened
      size="xs"
      title="What was on the screen?"
      onClose={onClose}
      onKeyDown={(event) => {
        const chord = chordOf(event.nativeEvent, isMac());
        const chosen = choices.find((each) => keyOf(each) === chord);
        if (chosen === undefined || event.repeat) return;
        event.stopPropagation(); // the dialog is gone when the page hears the key, which takes a likely page there
        choose(chosen);
      }}
    >
      <Stack gap={8}>
        {choices.map((each) => (
          <Button
            key={each}
            justify="space-between"
            variant={each === kind ? 'filled' : 'default'}
            aria-pressed={each === kind}
            aria-keyshortcuts={keyOf(each)}
            data-autofocus={each === kind || undefined}
            rightSection={<Key of={[keyOf(each)]} />}
            onClick={() => choose(each)}
          >
            {each === null ? 'Not known' : capital(each)}
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
