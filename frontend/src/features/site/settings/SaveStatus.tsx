/** Beside the button of a form that stays open: whether what it shows has been saved. */
export function SaveStatus({ changed, saved }: { changed: boolean; saved: boolean }) {
  return (
    <span role="status" className="soft">
      {changed ? 'Unsaved changes' : saved && 'Saved'}
    </span>
  );
}
