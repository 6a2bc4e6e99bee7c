import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { openStorage } from '@/api/sending/storage';
import { useSession } from '@/api/session';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { PassEditor } from './editor';
import { PassFrame } from './PassFrame';
import { getPass, type Operation, type PassContent } from './requests';

/** Opens a pass: its masks, and what this device has kept of it. */
export function PassPage() {
  const id = Number(useParams().id);
  const person = useSession().data?.user?.id;
  const [attempt, setAttempt] = useState(0);
  const [editor, setEditor] = useState<PassEditor | null>(null);
  const [closed, setClosed] = useState<PassContent | null>(null);
  const [error, setError] = useState<unknown>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    if (person === undefined) return;
    const abort = new AbortController();
    let opened: PassEditor | null = null;
    const open = async () => {
      const [pass, storage] = await Promise.all([getPass(id, abort.signal), openStorage<Operation>('lectern-passes')]);
      if (abort.signal.aborted) return;
      if (!isAtWork(pass.state)) return setClosed(pass);
      opened = new PassEditor(pass, person, storage);
      await opened.start();
      if (!abort.signal.aborted) setEditor(opened);
    };
    setError(null);
    setEditor(null);
    setClosed(null);
    open().catch((reason: unknown) => {
      if (!abort.signal.aborted) setError(reason);
    });
    return () => {
      abort.abort();
      opened?.close();
    };
  }, [id, person, attempt]);
  if (error) {
    return (
      <Notice
        title="Couldn’t open the transcript"
        failed={{ error, refetch: () => setAttempt(attempt + 1) }}
        out={['/', 'All projects']}
      />
    );
  }
  if (closed) return <Closed pass={closed} />;
  if (!editor) return <Loading what="the transcript" />;
  return <PassFrame editor={editor} onSubmitted={() => setAttempt(attempt + 1)} />;
}

type State = PassContent['state'];
type AtWork = Extract<State, 'open' | 'lapsed'>;
const isAtWork = (state: State): state is AtWork => state === 'open' || state === 'lapsed';

const closedWords: Record<Exclude<State, AtWork>, [title: string, text: string]> = {
  accepted: ['Submitted and accepted', 'Thank you. Nothing is left to do here.'],
  held: ['Submitted', 'An admin looks at it before it is accepted.'],
  rejected: ['Not accepted', 'It goes to another person.'],
  withdrawn: ['Withdrawn', 'An admin withdrew this pass.'],
};

function Closed({ pass }: { pass: PassContent }) {
  const [title, text] = isAtWork(pass.state) ? ['Closed', ''] : closedWords[pass.state];
  return (
    <Notice title={title} out={[`/p/${pass.document.project}/reviews/transcripts`, 'Transcripts']}>
      <p>{pass.document.title}</p>
      {pass.reason && <p data-field="reason">{pass.reason}</p>}
      <p>{pass.can_go_on ? 'You can claim it again under Transcripts. Your answers are kept.' : text}</p>
    </Notice>
  );
}
