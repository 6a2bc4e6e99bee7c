import { Button, Modal } from '@mantine/core';
import { plural } from '@/lib/format';
import { CopyButton } from '@/ui/CopyButton';
import styles from './Invite.module.css';
import type { InvitedAuthors } from './requests';

interface InvitedLinksProps {
  invited: InvitedAuthors;
  /** Lines that were left out because they are wrong. */
  nWrong: number;
  onFix: () => void;
  onClose: () => void;
}

/** The links of the authors who have been invited. */
export function InvitedLinks({ invited, nWrong, onFix, onClose }: InvitedLinksProps) {
  const { n_invited, n_sent } = invited;
  const links = invited.links.map((each) => `${each.author_name}\t${each.talk}\t${each.url}`).join('\n');
  return (
    <Modal opened onClose={onClose} title={plural(n_invited, 'author invited', 'authors invited')} size="lg">
      {n_sent > 0 && <p>{plural(n_sent, 'invitation is', 'invitations are')} being sent by e-mail.</p>}
      {n_sent < n_invited && <p>Send these links yourself. Each link is for one author only.</p>}
      <pre className={styles.links}>{links}</pre>
      <div className={styles.foot}>
        <CopyButton text={links} label="Copy the list" />
        {nWrong > 0 && <Button onClick={onFix}>Fix {plural(nWrong, 'line')}</Button>}
        <Button variant="subtle" onClick={onClose}>
          Close
        </Button>
      </div>
    </Modal>
  );
}
