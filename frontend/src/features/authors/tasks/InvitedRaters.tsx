import { Button, TextInput } from '@mantine/core';
import { ErrorNote } from '@/ui/ErrorNote';
import { useFields } from '@/ui/useFields';
import { states } from '../invitationStates';
import { codeOf } from './model/figures';
import { type RaterLink, type RatingTask, useMailRaters } from './requests';
import classes from './Tasks.module.css';

interface InvitedRatersProps {
  task: RatingTask;
  raters: readonly RaterLink[];
  sendsEmail: boolean;
  onDone: (words: string) => void;
}

/** Who was invited by an address, where each stands, and sending again. */
export function InvitedRaters({ task, raters, sendsEmail, onDone }: InvitedRatersProps) {
  const send = useMailRaters(task.id);
  const again = ({ number, email }: RaterLink) =>
    send.mutate(
      { numbers: [number] },
      {
        onSuccess: ({ left }) => onDone(left[0]?.why ?? `The e-mail to ${email} is being sent.`),
      },
    );
  return (
    <>
      <ul className={classes.invited} aria-label="Invited raters">
        {raters.map((rater) => (
          <li key={rater.number}>
            <span className={classes.who}>
              <span dir="auto" title={rater.email}>
                {rater.name || rater.email}
              </span>
              <small className={classes.howFar}>{codeOf(rater.number)}</small>
            </span>
            <RaterState rater={rater} />
            {sendsEmail && rater.next_mail && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Send again to ${rater.email}`}
                disabled={send.isPending}
                onClick={() => again(rater)}
              >
                {rater.next_mail === 'send' && rater.state !== 'bounced' ? 'Send' : 'Send again'}
              </Button>
            )}
            {rater.state === 'bounced' && <p className={classes.out}>{rater.send_error}</p>}
            {sendsEmail && rater.state === 'bounced' && <OtherAddress task={task} rater={rater} onDone={onDone} />}
          </li>
        ))}
      </ul>
      {send.isError && <ErrorNote error={send.error} />}
    </>
  );
}

/** Corrects an address that was refused, and sends the same link there. */
function OtherAddress({ task, rater, onDone }: Pick<InvitedRatersProps, 'task' | 'onDone'> & { rater: RaterLink }) {
  const send = useMailRaters(task.id);
  const { field, values, rest } = useFields({ email: rater.email }, send.error);
  const email = values.email.trim();
  return (
    <form
      className={classes.otherAddress}
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate(
          { numbers: [rater.number], email },
          { onSuccess: () => onDone(`The e-mail to ${email} is being sent.`) },
        );
      }}
    >
      <TextInput size="xs" type="email" label="Correct the address" maxLength={254} {...field('email')} />
      <Button type="submit" size="compact-sm" variant="subtle" disabled={send.isPending || email === rater.email}>
        Send there
      </Button>
      {rest ? <ErrorNote error={rest} /> : null}
    </form>
  );
}

/** As of authors' invitations, in the words of a rater. */
function RaterState({ rater: { state, n_rated, n_samples } }: { rater: RaterLink }) {
  const { Icon, tone } = states[state];
  const own: Partial<Record<RaterLink['state'], string>> = {
    answered: 'done',
    begun: `${n_rated} of ${n_samples}`,
    link: 'not sent',
  };
  return (
    <span className={classes.state} data-tone={tone || undefined}>
      <Icon size={13} stroke={1.75} aria-hidden="true" />
      {own[state] ?? states[state].word}
    </span>
  );
}
