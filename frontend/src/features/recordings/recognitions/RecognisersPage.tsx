import { Link, useParams } from 'react-router';
import { useDocument } from '@/api/documents';
import { useProject } from '@/api/projects';
import { may } from '@/api/roles';
import { Loading } from '@/ui/Loading';
import { Notice } from '@/ui/Notice';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { AddRecognition } from './AddRecognition';
import { CheckPart } from './CheckPart';
import { RecognitionTable } from './RecognitionTable';
import { useCheck, useRecognitions } from './requests';

/** What recognisers heard in the recording of a transcript, and the check that compares two of them. */
export function RecognisersPage() {
  const { slug = '', id } = useParams();
  const number = Number(id);
  const document = useDocument(number);
  const role = useProject(slug).data?.role;
  if (document.isPending) return <Loading what="the transcript" />;
  if (document.data?.kind !== 'transcript') {
    return (
      <Notice
        title="No transcript here"
        failed={!document.data && document}
        out={[`/p/${slug}/documents`, 'All documents']}
      >
        {document.data && <p>{document.data.title} is not a transcript.</p>}
      </Notice>
    );
  }
  return (
    <Page
      title="Recognisers"
      guide="admin#checking-transcripts"
      above={<Link to={`/p/${slug}/documents/${id}`}>{document.data.title}</Link>}
      lead="Two of them are compared; people say what was said where they differ."
    >
      <Recognisers slug={slug} document={number} mayChange={may(role, 'documents', 'add_recognition')} />
    </Page>
  );
}

function Recognisers({ slug, document, mayChange }: { slug: string; document: number; mayChange: boolean }) {
  const found = useRecognitions(document);
  const check = useCheck(document);
  return (
    <>
      <Part title="What was heard">
        <Pending of={found} what="recognitions" />
        {found.data && found.data.recognitions.length === 0 && <p className="soft">Nothing yet. Add two.</p>}
        {found.data && found.data.recognitions.length > 0 && (
          <RecognitionTable document={document} recognitions={found.data.recognitions} mayChange={mayChange} />
        )}
        {found.data && mayChange && <AddRecognition document={document} found={found.data} />}
      </Part>
      <Part title="Check">
        <Pending of={check} what="the check" />
        {check.data && found.data && (
          <CheckPart
            slug={slug}
            document={document}
            check={check.data.check}
            recognitions={found.data.recognitions}
            mayChange={mayChange}
          />
        )}
      </Part>
    </>
  );
}
