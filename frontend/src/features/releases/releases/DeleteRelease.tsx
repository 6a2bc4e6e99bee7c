import { useNavigate } from 'react-router';
import { type Release, useRemoveRelease } from '@/features/releases/requests/releases';
import { isAsShown } from '@/lib/blanks';
import { plural } from '@/lib/format';
import { DialogButton } from '@/ui/DialogButton';
import { Form } from '@/ui/Form';
import { TextField } from '@/ui/TextField';
import { useFields } from '@/ui/useFields';

/** Asks why a release is deleted, and for its name. Only site admins do it, for good. */
export function DeleteRelease({ release, slug }: { release: Release; slug: string }) {
  const remove = useRemoveRelease(release.id);
  const navigate = useNavigate();
  const { values, field, rest } = useFields({ reason: '', typed: '' }, remove.error);
  const name = `${release.title} ${release.version}`;
  return (
    <DialogButton verb="Delete…" label={`Delete ${name}`} title={`Delete ${name}`}>
      {(close) => (
        <Form
          wide
          removes
          onSubmit={() =>
            remove.mutate(values, {
              onSuccess: () => {
                close();
                void navigate(`/p/${slug}/test-sets`);
              },
            })
          }
          error={rest}
          submit="Delete permanently"
          isPending={remove.isPending}
          disabled={!values.reason.trim() || !isAsShown(values.typed, name)}
        >
          <p className="soft">
            Its {plural(release.n_rows ?? 0, 'row')}, files and scores go. Name, number, date, hash and your reason
            stay, also at its public address. The number is not given again. You can’t undo this.
          </p>
          <TextField label="Reason, public" required maxLength={500} dir="auto" {...field('reason')} />
          <TextField
            label={`Type ${name} to confirm`}
            required
            withAsterisk={false}
            autoComplete="off"
            dir="auto"
            {...field('typed')}
          />
        </Form>
      )}
    </DialogButton>
  );
}
