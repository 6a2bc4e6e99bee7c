import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useProject } from '@/api/projects';
import { useSession } from '@/api/session';
import { useAddressParams } from '@/lib/useChooseParams';
import { Loading } from '@/ui/Loading';
import { later } from '@/ui/later';
import { Notice } from '@/ui/Notice';
import { Editor } from '../editor/editor';
import { EditorProvider } from '../frame/context';
import { MemoryStorage } from '../sending/storage';
import { contentOf, infoOf, type Passage } from './content';
import { practice } from './practice';
import { RoundFrame } from './RoundFrame';
import { openRound, openTrial, type Round } from './requests';

const RoundEnd = later('the end of the round', () => import('./RoundEnd').then((part) => part.RoundEnd));

interface Opened {
  editor: Editor;
  passages: readonly Passage[];
}

/** A training round in two languages, from where one was; its end once every row is answered. */
export function TrainingPage() {
  const { slug = '', source = '', target = '' } = useParams();
  const isTried = useAddressParams().get('try') === '1';
  const navigate = useNavigate();
  const project = useProject(slug).data;
  const user = useSession().data?.user;
  const [round, setRound] = useState<Round | null>(null);
  const [asked, setAsked] = useState({ n: 0, again: false });
  const [error, setError] = useState<unknown>(null);
  const [looked, setLooked] = useState<number | null>(null);
  useEffect(() => {
    let isGone = false;
    setError(null);
    const languages = { source_language: source, target_language: target };
    (isTried ? openTrial(slug, languages) : openRound(slug, languages, asked.again)).then(
      (opened) => !isGone && setRound(opened),
      (reason: unknown) => !isGone && setError(reason),
    );
    return () => {
      isGone = true;
    };
  }, [slug, source, target, isTried, asked]);
  const name = project?.name;
  const reader = user && { id: user.id, username: user.username, name: user.name };
  const open = (again: boolean) => {
    setRound(null);
    setLooked(null);
    setAsked({ n: asked.n + 1, again });
  };
  if (error) {
    return (
      <Notice
        title="Couldn’t open the training round"
        failed={{ error, refetch: () => setAsked({ ...asked, n: asked.n + 1 }) }}
        out={isTried ? [`/p/${slug}/reviews/training`, 'To the training round'] : [`/p/${slug}/queue`, 'To the queue']}
      />
    );
  }
  if (!round || !name || !reader) return <Loading what="the training round" />;
  if (round.passed !== null && looked === null)
    return <RoundEnd slug={slug} round={round} onAgain={() => open(true)} onLook={setLooked} />;
  return (
    <OpenRound
      key={`${round.id} ${looked}`}
      slug={slug}
      round={round}
      project={{ slug, name }}
      reader={reader}
      looked={looked}
      onEnd={() => (isTried ? void navigate(`/p/${slug}/reviews/training`) : open(false))}
    />
  );
}

interface OpenRoundProps {
  slug: string;
  round: Round;
  project: { slug: string; name: string };
  reader: { id: number; username: string; name: string };
  looked: number | null;
  onEnd: () => void;
}

function OpenRound({ slug, round, project, reader, looked, onEnd }: OpenRoundProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for a round
  useEffect(() => {
    const { content, passages } = contentOf(round);
    const info = infoOf(round, project, reader, content.rows.length);
    const editor = new Editor(info, content, practice(info, content), new MemoryStorage());
    void editor.exchange.start().then(() => setOpened({ editor, passages }));
    return () => editor.close();
  }, [round.id]);
  if (!opened) return <Loading what="the rows" />;
  return (
    <EditorProvider value={opened.editor}>
      <RoundFrame slug={slug} round={round} passages={opened.passages} looked={looked} onEnd={onEnd} />
    </EditorProvider>
  );
}
