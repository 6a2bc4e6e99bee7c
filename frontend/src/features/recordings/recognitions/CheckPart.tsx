import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { figure } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Table } from '@/ui/Table';
import { MakeCheck } from './MakeCheck';
import { RareWords } from './RareWords';
import { type Check, type Recognition, useRemoveCheck, useStoreAgain } from './requests';

interface CheckPartProps {
  slug: string;
  document: number;
  check: Check | null;
  recognitions: readonly Recognition[];
  mayChange: boolean;
}

const passWords = { first: 'First pass', second: 'Second pass' } as const;

/** The check of a transcript: how far it is, and what came of it. */
export function CheckPart({ slug, document, check, recognitions, mayChange }: CheckPartProps) {
  const remove = useRemoveCheck(document);
  const store = useStoreAgain(document);
  if (!check) {
    const done = recognitions.filter(({ state }) => state === 'done');
    if (!mayChange) return <p className="soft">This transcript is not checked yet.</p>;
    return done.length < 2 ? (
      <p className="soft">Two recognitions are needed.</p>
    ) : (
      <MakeCheck document={document} recognitions={done} />
    );
  }
  const isLive = check.state === 'making' || check.state === 'storing';
  return (
    <>
      {isLive && (
        <p>
          <progress value={check.progress} max={1} aria-label="The check is being made" /> {check.message}
        </p>
      )}
      {check.error && <p role="alert">{check.error}</p>}
      {[remove, store].map((change) => change.isError && <ErrorNote key="error" error={change.error} />)}
      <p data-field="check">
        {check.a} and {check.b}: {check.n_masks} masks, WER between them {figure(check.wer)}
        {check.bwer !== null && `, BWER ${figure(check.bwer)}`}.{' '}
        <Link to={`/p/${slug}/reviews/transcripts`}>Passes</Link>
      </p>
      {check.passes.map(({ kind, state }) => (
        <p key={`${kind}-${state}`} className="soft">
          {passWords[kind]}: {state}
        </p>
      ))}
      {check.result !== null && (
        <p>
          <Link to={`/p/${slug}/documents/${check.result}`}>The checked text</Link> is the next version.
        </p>
      )}
      {check.error_rates && (
        <Table label="Errors against the checked text" columns={['Recogniser', 'WER', 'CER', 'Rare words (BWER)']}>
          {[check.error_rates.a, check.error_rates.b].map(({ name, wer, cer, bwer }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="num" data-label="WER">
                {figure(wer)}
              </td>
              <td className="num" data-label="CER">
                {figure(cer)}
              </td>
              <td className="num" data-label="Rare words (BWER)">
                {figure(bwer)}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <RareWords document={document} words={check.rare_words} n={check.n_rare_words} />
      {mayChange && check.state === 'failed' && check.n_masks > 0 && (
        <Button onClick={() => store.mutate()}>Store again</Button>
      )}
      {mayChange && !isLive && check.state !== 'stored' && (
        <AskFirst
          verb="Remove"
          label="Remove the check"
          question="Remove the check with its masks?"
          yes="Remove check"
          isPending={remove.isPending}
          onYes={() => remove.mutate()}
        />
      )}
    </>
  );
}
