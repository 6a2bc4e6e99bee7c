import { Button, FileButton, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ApiError } from '@/api/client';
import { useInviteMany } from '@/features/people/requests/memberInvitations';
import { count, plural } from '@/lib/format';
import { Form } from '@/ui/Form';
import { readPeople } from './list';
import classes from './People.module.css';

/** Larger than any list that the server takes; a file like that was chosen by mistake. */
const mostCharacters = 300_000;

const example = 'name, e-mail, role\nAna Silva, ana@example.org, annotator';

interface InviteListProps {
  slug: string;
  /** Whether it is what the page was opened for. */
  isFirst: boolean;
  /** Where to go on when people are invited. */
  next: ReactNode;
}

/** Invites the people of a CSV file. What is wrong is named by line, and the rest can be invited alone. */
export function InviteList({ slug, isFirst, next }: InviteListProps) {
  const invite = useInviteMany(slug);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const wrong = invite.error instanceof ApiError && invite.error.code === 'wrong_lines' ? invite.error : null;
  const nCorrect = (wrong?.body as { n_correct?: number } | null)?.n_correct ?? 0;
  const change = (next: string) => {
    setText(next);
    setProblem(null);
    invite.reset();
  };
  const open = async (file: File | null) => {
    if (!file) return;
    if (file.size > mostCharacters) {
      change('');
      setProblem(`${file.name} is too large for a list of people.`);
    } else {
      change(await file.text());
    }
  };
  const send = (onlyCorrect: boolean) => {
    const list = readPeople(text);
    setProblem(list.problem);
    if (list.problem) return;
    invite.mutate({ people: list.people, only_correct: onlyCorrect }, { onSuccess: () => setText('') });
  };
  return (
    <>
      <Form
        label="Invite many"
        secondary
        onSubmit={() => send(false)}
        error={wrong ? null : (invite.error ?? (problem ? new Error(problem) : null))}
        submit="Invite all"
        isPending={invite.isPending}
        disabled={!text.trim()}
        beside={
          <FileButton onChange={(file) => void open(file)} accept=".csv,.tsv,.txt,text/csv,text/plain">
            {(props) => <Button {...props}>Choose a file…</Button>}
          </FileButton>
        }
      >
        <Textarea
          label="List"
          description="One person a line: an e-mail address, or name, e-mail, role, and the languages that they read, such as “en de”. Paste it from a spreadsheet, or choose a CSV file."
          autoFocus={isFirst}
          placeholder={example}
          rows={5}
          spellCheck={false}
          maxLength={mostCharacters}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </Form>
      <div role="status">
        {invite.data && (
          <p className={classes.note}>
            {plural(invite.data.n_invited, 'person is', 'people are')} being sent an invitation.
            {invite.data.errors.length > 0 &&
              ` ${plural(invite.data.errors.length, 'line was', 'lines were')} left out.`}{' '}
            {next}
          </p>
        )}
        {wrong && (
          <div className={classes.wrong}>
            <p>{wrong.message}</p>
            <ul>
              {wrong.errors.map((fault) => (
                <li key={`${fault.line} ${fault.field}`} dir="auto">
                  Line {fault.line}: {fault.message}
                </li>
              ))}
            </ul>
            {nCorrect > 0 && (
              <Button loading={invite.isPending} onClick={() => send(true)}>
                {nCorrect === 1 ? 'Invite the other person' : `Invite the other ${count(nCorrect)} people`}
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}
