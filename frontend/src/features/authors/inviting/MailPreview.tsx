import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import styles from './Invite.module.css';
import type { CheckedAuthors } from './requests';

/** The e-mails as they will be sent, one at a time. */
export function MailPreview({ mails }: { mails: CheckedAuthors['mails'] }) {
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
