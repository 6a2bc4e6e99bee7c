import { Button, Modal } from '@mantine/core';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { ErrorNote } from '@/ui/ErrorNote';
import { AskedOptions, AskedTexts } from './AskedOptions';
import { AuthorsList } from './AuthorsList';
import styles from './Invite.module.css';
import { InvitedLinks } from './InvitedLinks';
import { MailPreview } from './MailPreview';
import { type InvitingOf, useInviting } from './useInviting';

/** Invites the authors of a list, of one talk or of many: checked as it is typed, shown as it will be sent. */
export function InviteDialog(props: InvitingOf) {
  const { defaults, runs, onClose } = props;
  useReturnFocus();
  const inviting = useInviting(props);
  const { authors, asked, ask, checked, nWrong, wordings } = inviting;
  if (inviting.invited) {
    return <InvitedLinks invited={inviting.invited} nWrong={nWrong} onFix={inviting.fix} onClose={onClose} />;
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Invite authors"
      size="min(1040px, 100%)"
      fullScreen={window.matchMedia('(max-width: 699px)').matches}
    >
      <p className="soft">
        One line for each author: {runs ? 'name, e-mail' : 'name, e-mail, talk'}. Nothing is sent until you press Send.
      </p>
      <div className={styles.invite}>
        <AuthorsList authors={authors} checked={checked} isOfOneTalk={Boolean(runs)} />
        <section aria-label="E-mail">
          <h3>E-mail</h3>
          <MailPreview mails={checked?.mails ?? []} />
          {checked?.wording && <ErrorNote error={new Error(checked.wording)} />}
          <AskedOptions
            asked={asked}
            ask={ask}
            defaults={defaults}
            languages={wordings?.languages ?? ['en']}
            runs={runs ?? []}
            run={inviting.run}
            onRun={inviting.setRun}
          />
          <AskedTexts asked={asked} ask={ask} wordings={wordings} />
        </section>
      </div>
      {inviting.error && <ErrorNote error={inviting.error} />}
      <div className={styles.foot}>
        {checked && checked.n_with_address > 0 && defaults.sends_email && (
          <Button
            variant="filled"
            disabled={!inviting.isReady}
            loading={inviting.isSending}
            onClick={() => inviting.send(true)}
          >
            Send {plural(checked.n_with_address, 'invitation')}
          </Button>
        )}
        <Button disabled={!inviting.isReady} loading={inviting.isSending} onClick={() => inviting.send(false)}>
          Create links only
        </Button>
        {!defaults.sends_email && <span className="soft">E-mail is off on this site.</span>}
        {nWrong > 0 && <span className="soft">{plural(nWrong, 'line')} won’t be sent.</span>}
        <span className={styles.grow} />
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
