import { Checkbox, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { dayFromNow } from '@/features/authors/linkDates';
import { plural } from '@/lib/format';
import { TextField } from '@/ui/TextField';
import { type Asked, dimensionWords, lastDayOf, ownTextsOf, sentencesOf, type TextName } from './asked';
import styles from './Invite.module.css';
import type { Inviting, InvitingOf } from './useInviting';

interface AskedOptionsProps extends Pick<InvitingOf, 'defaults' | 'runs'> {
  of: Inviting;
}

/** In which language, about what, and how long authors are asked. */
export function AskedOptions({ of: { asked, ask, wordings, run, setRun }, defaults, runs = [] }: AskedOptionsProps) {
  return (
    <>
      <div className={styles.options}>
        {runs.length > 1 && (
          <NativeSelect
            label="Run to summarize"
            value={String(run)}
            onChange={(event) => setRun(Number(event.currentTarget.value))}
            data={runs.map((each) => ({ value: String(each.id), label: `run ${each.number}, ${each.engine_label}` }))}
          />
        )}
        <NativeSelect
          label="Language"
          value={asked.language}
          onChange={(event) => ask({ language: event.currentTarget.value as Asked['language'] })}
          data={(wordings?.languages ?? ['en']).map((value) => ({
            value,
            label: new Intl.DisplayNames(['en'], { type: 'language' }).of(value) ?? value,
          }))}
        />
        <NumberInput
          label="Sentences"
          min={1}
          max={defaults.most_rated}
          allowDecimal={false}
          value={sentencesOf(asked, defaults)}
          onChange={(sentences) => ask({ sentences })}
        />
        <TextField
          label="Expires at the end of"
          type="date"
          min={dayFromNow(0)}
          value={lastDayOf(asked, defaults)}
          onChange={(lastDay) => ask({ lastDay })}
        />
      </div>
      <div className={styles.options}>
        <Checkbox
          label={`Remind after ${plural(defaults.reminder_days, 'day')}, once`}
          checked={asked.isReminded}
          onChange={(event) => ask({ isReminded: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}

/** What authors read, and what they are asked besides the sentences and the whole. */
export function AskedTexts({ of: { asked, ask, wordings } }: { of: Inviting }) {
  const own = ownTextsOf(asked);
  const write = (name: TextName, text: string) =>
    ask({ texts: { ...asked.texts, [asked.language]: { ...own, [name]: text } } });
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
        value={own.subject ?? wordings?.invitation.subject ?? ''}
        onChange={(subject) => write('subject', subject)}
      />
      {texts.map(([name, label, stored]) => (
        <Textarea
          key={name}
          label={label}
          rows={6}
          value={own[name] ?? stored ?? ''}
          onChange={(event) => write(name, event.currentTarget.value)}
        />
      ))}
      <p className="soft">
        Filled in for each author: {wordings?.places.map((place) => `{${place}}`).join(' ')}. Changed texts are stored
        as new versions.
      </p>
      <div className={styles.options}>
        <Checkbox
          label={`Also ask for ${dimensionWords}`}
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
        To have other texts rated instead of the summary, add the columns system and text to the list. A column language
        {wordings && ` (${wordings.languages.join(', ')})`} gives an author page and e-mails in another language, in its
        latest texts.
      </p>
    </details>
  );
}
