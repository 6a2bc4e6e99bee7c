import { Button, Modal } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { FormDialog } from '@/ui/FormDialog';
import { AskedOptions, AskedTexts } from './AskedOptions';
import { AuthorsList } from './AuthorsList';
import styles from './Invite.module.css';
import type { CheckedAuthors, InvitedAuthors } from './requests';
import { type Inviting, type InvitingOf, useInviting } from './useInviting';

/** Invites the authors of a list, of one talk or of many: checked as it is typed, shown as it will be sent. */
export function InviteDialog(props: InvitingOf) {
  const { defaults, runs, onClose } = props;
  useReturnFocus();
  const inviting = useInviting(props);
  const { authors, checked, nWrong } = inviting;
  if (inviting.invited) {
    return <InvitedLinks invited={inviting.invited} inviting={inviting} onClose={onClose} />;
  }
  return (
    <FormDialog
      opened
      isWritten={authors.text.trim() !== ''}
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
          <AskedOptions of={inviting} defaults={defaults} runs={runs} />
          <AskedTexts of={inviting} />
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
    </FormDialog>
  );
}

interface InvitedLinksProps {
  invited: InvitedAuthors;
  inviting: Inviting;
  onClose: () => void;
}

/** The links of the authors who have been invited. */
function InvitedLinks({ invited, inviting: { nWrong, fix }, onClose }: InvitedLinksProps) {
  const { n_invited, n_sent } = invited;
  const links = invited.links.map((each) => `${each.author_name}\t${each.talk}\t${each.url}`).join('\n');
  return (
    <Modal opened onClose={onClose} title={plural(n_invited, 'author invited', 'authors invited')} size="lg">
      {n_sent > 0 && <p>{plural(n_sent, 'invitation is', 'invitations are')} being sent by e-mail.</p>}
      {n_sent < n_invited && <p>Send these links yourself. Each link is for one author only.</p>}
      <pre className={styles.links}>{links}</pre>
      <div className={styles.foot}>
        <CopyButton text={links} label="Copy the list" />
        {nWrong > 0 && <Button onClick={fix}>Fix {plural(nWrong, 'line')}</Button>}
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}

/** The e-mails as they will be sent, one at a time. */
function MailPreview({ mails }: { mails: CheckedAuthors['mails'] }) {
  const [chosen, setChosen] = useState(0);
  const shown = Math.min(chosen, mails.length - 1);
  const mail = mails[shown];
  if (!mail) return <p className="soft">The e-mail appears here once a line with an address is right.</p>;
  return (
    <div className={styles.mail}>
      <p>
        <span className="soft">To</span> {mail.to}
      </p>
      <p>
        <span className="soft">Subject</span> {mail.subject}
      </p>
      <pre>{mail.text}</pre>
      {mails.length > 1 && (
        <p className="num soft">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Previous e-mail"
            disabled={shown <= 0}
            onClick={() => setChosen(shown - 1)}
          >
            <IconChevronLeft size={15} stroke={1.75} aria-hidden="true" />
          </Button>
          {shown + 1} of {mails.length}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label="Next e-mail"
            disabled={shown >= mails.length - 1}
            onClick={() => setChosen(shown + 1)}
          >
            <IconChevronRight size={15} stroke={1.75} aria-hidden="true" />
          </Button>
        </p>
      )}
    </div>
  );
}
