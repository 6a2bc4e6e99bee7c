import classes from '@/features/releases/Release.module.css';
import type { System } from '@/features/releases/requests/systems';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { KeyLine } from '@/ui/Keys';

const keys = {
  next: ['j'],
  previous: ['k'],
  words: ['Enter'],
  error: ['n', 'd'],
  rare: ['w'],
  segment: ['ArrowRight'],
  segmentBefore: ['ArrowLeft'],
  play: ['p'],
  upload: ['u'],
} satisfies PageKeys;

interface OutputKeysProps {
  /** As they stand on the page. */
  systems: readonly System[];
  mayAdd: boolean;
}

/** Keys of the page: from output to output, into its first talk, and from error to error. */
export function OutputKeys({ systems, mayAdd }: OutputKeysProps) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const scored = systems.filter(({ figures }) => figures.length > 0);
  const hasWords = scored.some(({ kind }) => kind === 'recognition');
  const at = scored.findIndex(({ id }) => String(id) === params.get('output'));
  const open = (index: number) => {
    const system = scored[Math.min(Math.max(index, 0), scored.length - 1)];
    if (system) choose({ output: String(system.id), talk: null });
  };
  usePageKeys(keys, {
    next: () => open(at + 1),
    previous: () => open(at < 0 ? 0 : at - 1),
    words: at < 0 ? undefined : () => document.querySelector<HTMLElement>('[data-talk] button')?.click(),
    error: () => focusNext('[data-errors]'),
    rare: () => focusNext('[data-rare]'),
    segment: () => focusNext('[data-segment]'),
    segmentBefore: focusPrevious,
    play: () => playButton()?.click(),
    upload: mayAdd ? () => document.querySelector<HTMLElement>('[data-upload]')?.focus() : undefined,
  });
  return (
    <div className={classes.keys}>
      <KeyLine
        of={[
          ['move', keys.next, keys.previous],
          // Only what recognisers heard is shown word by word.
          ...(hasWords
            ? [
                ['word by word', keys.words] as const,
                ['next difference', keys.error, ['d']] as const,
                ['next rare word', keys.rare] as const,
                ['segments', keys.segmentBefore, keys.segment] as const,
                ['play', keys.play] as const,
              ]
            : []),
          ...(mayAdd ? [['upload', keys.upload] as const] : []),
        ]}
      />
    </div>
  );
}

/** The next segment of this kind after the one that has the focus; the first after the last. */
function focusNext(selector: string) {
  const all = [...document.querySelectorAll<HTMLElement>(`main li${selector}`)];
  const here = document.activeElement?.closest('li') ?? document.body;
  const isAfter = (one: Node) => (here.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  (all.find(isAfter) ?? all[0])?.focus();
}

function focusPrevious() {
  const all = [...document.querySelectorAll<HTMLElement>('main li[data-segment]')];
  const at = all.findIndex((one) => one.contains(document.activeElement));
  all[at < 0 ? 0 : Math.max(0, at - 1)]?.focus();
}

/** Of the segment that has the focus, or of the first. */
function playButton() {
  const here = document.activeElement?.closest('main li[data-segment]');
  return (here ?? document).querySelector<HTMLElement>('[data-play]');
}
