import { Checkbox, Textarea } from '@mantine/core';
import { TextField } from '@/ui/TextField';
import type { Asked, TextName } from './asked';
import styles from './Invite.module.css';
import type { Wordings } from './requests';

interface AskedTextsProps {
  asked: Asked;
  ask: (change: Partial<Asked>) => void;
  wordings: Wordings | undefined;
}

/** What authors read, and what they are asked besides the sentences and the whole. */
export function AskedTexts({ asked, ask, wordings }: AskedTextsProps) {
  const write = (name: TextName, text: string) => ask({ texts: { ...asked.texts, [name]: text } });
  const texts = [
    ['letter', 'Invitation', wordings?.invitation.text],
    ['reminder', 'Reminder', wordings?.reminder.text],
    ['consent', 'Consent, shown before the first question', wordings?.consent.text],
  ] as const;
  return (
    <details className={styles.more}>
      <summary>Texts and questions</summary>
      <TextField
        label="Subject"
        value={asked.texts.subject ?? wordings?.invitation.subject ?? ''}
        onChange={(subject) => write('subject', subject)}
      />
      {texts.map(([name, label, stored]) => (
        <Textarea
          key={name}
          label={label}
          rows={6}
          value={asked.texts[name] ?? stored ?? ''}
          onChange={(event) => write(name, event.currentTarget.value)}
        />
      ))}
      <p className="soft">
        Filled in for each author: {wordings?.places.map((place) => `{${place}}`).join(' ')}. Changed texts are stored
        as new versions.
      </p>
      <div className={styles.options}>
        <Checkbox
          label="Also ask for coherence, consistency, fluency and relevance"
          checked={asked.hasDimensions}
          onChange={(event) => ask({ hasDimensions: event.currentTarget.checked })}
        />
        <Checkbox
          label="Add an attention check: a question that asks for a certain number"
          checked={asked.hasAttentionCheck}
          onChange={(event) => ask({ hasAttentionCheck: event.currentTarget.checked })}
        />
      </div>
      <p className="soft">
        To have other texts rated instead of the summary, add the columns system and text to the list.
      </p>
    </details>
  );
}
