import { Button, Checkbox, FileButton, Modal, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type DragEvent, useState } from 'react';
import {
  type AuthorsAsked,
  type InvitedAuthors,
  useChecked,
  useInviteAuthors,
  useListedAuthors,
  useWordings,
} from '@/api/authors';
import type { Defaults } from '@/api/types';
import { count, plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { CopyButton } from '@/ui/CopyButton';
import { ErrorNote } from '@/ui/ErrorNote';
import { TextField } from '@/ui/TextField';
import { dayFromNow, endOfDay } from '../linkDates';
import { ListPreview } from './ListPreview';
import { onlyLines, readAuthors, withSuggestion, writeAuthors } from './list';
import styles from './Ratings.module.css';

/** Larger than any list that the server takes; a file like that was chosen by mistake. */
const mostCharacters = 12_000_000;
const example = 'name,email,talk\nInes Valcour,valcour@uni-nord.example,breath-comma';

interface InviteDialogProps {
  slug: string;
  defaults: Defaults;
  onClose: () => void;
  onDone: (words: string) => void;
}

/** Invites the authors of a list: checked as it is typed, shown as it will be sent. */
export function InviteDialog({ slug, defaults, onClose, onDone }: InviteDialogProps) {
  useReturnFocus();
  const invite = useInviteAuthors(slug);
  const listed = useListedAuthors(slug);
  const [text, setText] = useState('');
  const [isEditing, setEditing] = useState(true);
  const [isOver, setOver] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [language, setLanguage] = useState('en');
  const [sentences, setSentences] = useState<number | string>('');
  const [closes, setCloses] = useState('');
  const [reminds, setReminds] = useState(true);
  const [own, setOwn] = useState<{ subject?: string; letter?: string; reminder?: string; consent?: string }>({});
  const [hasScales, setScales] = useState(false);
  const [hasTrap, setTrap] = useState(false);
  const [shown, setShown] = useState(0);
  const [made, setMade] = useState<InvitedAuthors | null>(null);
  const wordings = useWordings(slug, language).data;

  const list = readAuthors(text);
  const n_sentences = Number(sentences || defaults.summary_sentences);
  const lastDay = closes || dayFromNow(defaults.invitation_days);
  const asked: AuthorsAsked = {
    lines: list.lines,
    language: language as AuthorsAsked['language'],
    n_sentences,
    closes_at: endOfDay(lastDay),
    remind_after: reminds ? 7 : null,
    dimensions: hasScales ? ['coherence', 'consistency', 'fluency', 'relevance'] : [],
    has_trap: hasTrap,
    send: true,
    only_correct: true,
    subject: own.subject ?? '',
    letter: own.letter ?? '',
    reminder: own.reminder ?? '',
    consent: own.consent ?? '',
  };
  const [settled] = useDebouncedValue(asked, 300, { leading: true });
  const checked = useChecked(slug, settled);
  const told = list.lines.length > 0 ? checked.data : undefined;
  const mail = told?.mails[Math.min(shown, told.mails.length - 1)];
  const nLeft = told ? told.n_wrong : 0;

  const change = (next: string) => {
    setText(next);
    setProblem(null);
    invite.reset();
  };
  const open = async (file: File | null | undefined) => {
    if (!file) return;
    if (file.size > mostCharacters) setProblem(`${file.name} is too large for a list of authors.`);
    else {
      change(await file.text());
      setEditing(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  const fromPapers = () =>
    listed.mutate(undefined, {
      onSuccess: ({ authors }) => {
        if (authors.length === 0) setProblem('No paper names its authors, or all of them have been asked.');
        else {
          change(writeAuthors(authors));
          setEditing(false);
        }
      },
    });
  const send = (byMail: boolean) =>
    invite.mutate(
      { ...asked, send: byMail },
      {
        onSuccess: (answer) => {
          const kept = new Set(answer.left.flatMap(({ line }) => (line === undefined ? [] : [line])));
          const first =
            byMail && answer.n_sent > 0
              ? `${plural(answer.n_sent, 'invitation is', 'invitations are')} being sent.`
              : `${plural(answer.n_invited, 'link')} made.`;
          const rest = nLeft > 0 ? ` ${plural(nLeft, 'line')} left for you to fix.` : '';
          onDone(first + rest);
          if (byMail && answer.n_sent === answer.n_invited && nLeft === 0) onClose();
          else {
            setMade(answer);
            setText(onlyLines(text, kept));
          }
        },
      },
    );

  if (made) {
    const links = made.links.map((each) => `${each.author_name}\t${each.talk}\t${each.url}`).join('\n');
    return (
      <Modal opened onClose={onClose} title={plural(made.n_invited, 'author invited', 'authors invited')} size="lg">
        {made.n_sent > 0 && <p>{plural(made.n_sent, 'invitation is', 'invitations are')} being sent by e-mail.</p>}
        {made.n_sent < made.n_invited && <p>Pass these links on yourself. Each is for one author alone.</p>}
        <pre className={styles.links}>{links}</pre>
        <div className={styles.foot}>
          <CopyButton text={links} label="Copy the list" />
          {nLeft > 0 && (
            <Button
              onClick={() => {
                setMade(null);
                setEditing(false);
              }}
            >
              Fix {plural(nLeft, 'line')}
            </Button>
          )}
          <Button variant="subtle" onClick={onClose}>
            Close
          </Button>
        </div>
      </Modal>
    );
  }
  const isReady = Boolean(told && told.n_ready > 0 && told.wording === '');
  return (
    <Modal
      opened
      onClose={onClose}
      title="Invite authors"
      size="min(1040px, 100%)"
      fullScreen={window.matchMedia('(max-width: 699px)').matches}
    >
      <p className="soft">One line for each author: name, e-mail, talk. Nothing is sent until you press Send.</p>
      <div className={styles.invite}>
        <section
          aria-label="List of authors"
          className={isOver ? styles.over : undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <h3>Authors</h3>
          <div className={styles.listHead}>
            <FileButton onChange={(file) => void open(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
              {(props) => <Button {...props}>{text ? 'Replace by a file…' : 'Choose a file…'}</Button>}
            </FileButton>
            <Button loading={listed.isPending} onClick={fromPapers}>
              From the papers
            </Button>
            {text && <Button onClick={() => setEditing(!isEditing)}>{isEditing ? 'Show lines' : 'Edit'}</Button>}
          </div>
          {isEditing || list.lines.length === 0 ? (
            <Textarea
              aria-label="List"
              placeholder={example}
              description="Paste from a spreadsheet, drop a file here, or type. A talk by its title, id or file name."
              rows={10}
              spellCheck={false}
              value={text}
              onChange={(event) => change(event.currentTarget.value)}
              onPaste={() => text === '' && setTimeout(() => setEditing(false))}
              data-autofocus
            />
          ) : (
            <ListPreview
              text={text}
              list={list}
              told={told}
              onSuggestion={(line, was, now) => change(withSuggestion(text, line, was, now))}
            />
          )}
          {told && (
            <p className={styles.counts} role="status">
              <span data-tone="good">{count(told.n_ready)} ready</span>
              {told.n_wrong > 0 && <span data-tone="bad">{plural(told.n_wrong, 'error')}</span>}
              {told.n_skipped > 0 && <span data-tone="warm">{count(told.n_skipped)} skipped</span>}
            </p>
          )}
          {(problem ?? list.problem) && <ErrorNote error={new Error(problem ?? list.problem ?? '')} />}
          {listed.isError && <ErrorNote error={listed.error} />}
        </section>
        <section aria-label="E-mail">
          <h3>E-mail</h3>
          {mail ? (
            <div className={styles.mail}>
              <p>
                <span className="soft">To</span> {mail.to}
              </p>
              <p>
                <span className="soft">Subject</span> {mail.subject}
              </p>
              <pre>{mail.text}</pre>
              {told && told.mails.length > 1 && (
                <p className="num soft">
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label="Previous e-mail"
                    disabled={shown <= 0}
                    onClick={() => setShown(shown - 1)}
                  >
                    <IconChevronLeft size={15} stroke={1.75} aria-hidden="true" />
                  </Button>
                  {Math.min(shown + 1, told.mails.length)} of {told.mails.length}
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label="Next e-mail"
                    disabled={shown >= told.mails.length - 1}
                    onClick={() => setShown(shown + 1)}
                  >
                    <IconChevronRight size={15} stroke={1.75} aria-hidden="true" />
                  </Button>
                </p>
              )}
            </div>
          ) : (
            <p className="soft">The e-mail is shown here as soon as a line with an address is right.</p>
          )}
          {told?.wording && <ErrorNote error={new Error(told.wording)} />}
          <div className={styles.options}>
            <NativeSelect
              label="Language"
              value={language}
              onChange={(event) => {
                setLanguage(event.currentTarget.value);
                setOwn({});
              }}
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
              value={sentences || defaults.summary_sentences}
              onChange={setSentences}
            />
            <TextField
              label="Expires at the end of"
              type="date"
              min={dayFromNow(0)}
              value={lastDay}
              onChange={setCloses}
            />
          </div>
          <div className={styles.options}>
            <Checkbox
              label="Remind after 7 days, once"
              checked={reminds}
              onChange={(event) => setReminds(event.currentTarget.checked)}
            />
          </div>
          <details className={styles.more}>
            <summary>Texts and questions</summary>
            <TextField
              label="Subject"
              value={own.subject ?? wordings?.invitation.subject ?? ''}
              onChange={(subject) => setOwn({ ...own, subject })}
            />
            {(
              [
                ['letter', 'Invitation', wordings?.invitation.text],
                ['reminder', 'Reminder', wordings?.reminder.text],
                ['consent', 'Consent, shown before the first question', wordings?.consent.text],
              ] as const
            ).map(([name, label, stored]) => (
              <Textarea
                key={name}
                label={label}
                rows={6}
                value={own[name] ?? stored ?? ''}
                onChange={(event) => setOwn({ ...own, [name]: event.currentTarget.value })}
              />
            ))}
            <p className="soft">
              Filled in for each author: {wordings?.places.map((place) => `{${place}}`).join(' ')}. Each text is kept in
              versions.
            </p>
            <div className={styles.options}>
              <Checkbox
                label="Also ask for coherence, consistency, fluency and relevance"
                checked={hasScales}
                onChange={(event) => setScales(event.currentTarget.checked)}
              />
              <Checkbox
                label="Ask for a certain number, to see who reads"
                checked={hasTrap}
                onChange={(event) => setTrap(event.currentTarget.checked)}
              />
            </div>
            <p className="soft">
              Other texts are rated in place of the summary where the list has two more columns, system and text.
            </p>
          </details>
        </section>
      </div>
      {invite.isError && <ErrorNote error={invite.error} />}
      <div className={styles.foot}>
        {told && told.n_with_address > 0 && defaults.sends_email && (
          <Button variant="filled" disabled={!isReady} loading={invite.isPending} onClick={() => send(true)}>
            Send {plural(told.n_with_address, 'invitation')}
          </Button>
        )}
        <Button disabled={!isReady} loading={invite.isPending} onClick={() => send(false)}>
          Create links only
        </Button>
        {defaults && !defaults.sends_email && <span className="soft">E-mail is off on this site.</span>}
        {nLeft > 0 && <span className="soft">{plural(nLeft, 'line')} won’t be sent.</span>}
        <span className={styles.grow} />
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Modal>
  );
}
