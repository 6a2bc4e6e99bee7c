import { plural } from '@/lib/format';
import { AssignDialog, PlanDialog, ReassignDialog } from './dialogs';
import type { ChosenPairs, Load } from './requests';
import { slotWords } from './SlotMark';
import type { Sum } from './selection';
import type { BoardActions } from './useActions';

interface BoardDialogProps {
  slug: string;
  loads: Load[];
  sum: Sum;
  chosen: ChosenPairs;
  actions: BoardActions;
}

/** The dialog that is open on the board, if any. */
export function BoardDialog({ slug, loads, sum, chosen, actions }: BoardDialogProps) {
  const { asked, isPending, error, run, close } = actions;
  if (!asked) return null;
  const dialog = { slug, loads, isPending, error, onAct: run, onClose: close };
  const about = `${plural(sum.nPairs, 'pair')}, ${plural(sum.nFree, 'free review')}`;
  switch (asked.what) {
    case 'assign':
      return <AssignDialog {...dialog} chosen={chosen} about={about} />;
    case 'reassign':
      return <ReassignDialog {...dialog} what={chosen} about={about} />;
    case 'plan':
      return <PlanDialog {...dialog} chosen={chosen} about={about} />;
    case 'slot':
      return (
        <ReassignDialog
          {...dialog}
          what={{ slots: [asked.slot.id] }}
          from={asked.slot.annotator?.name ?? ''}
          about={`${asked.row.pair.title}: ${slotWords(asked.slot)}`}
        />
      );
  }
}
