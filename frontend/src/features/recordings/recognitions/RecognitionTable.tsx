import { isLive } from '@/api/work';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Table, unseen } from '@/ui/Table';
import { type Recognition, useRemoveRecognition } from './requests';

interface RecognitionTableProps {
  document: number;
  recognitions: readonly Recognition[];
  mayChange: boolean;
}

const origins = { document: 'the transcript itself', file: 'a file', recogniser: 'a recogniser of this site' } as const;

/** The recognitions of a recording, and how far those are that are being made. */
export function RecognitionTable({ document, recognitions, mayChange }: RecognitionTableProps) {
  const remove = useRemoveRecognition(document);
  return (
    <>
      {remove.isError && <ErrorNote error={remove.error} />}
      <Table label="Recognitions" columns={['Name', 'From', 'State', unseen('Remove')]}>
        {recognitions.map((one) => (
          <tr key={one.id}>
            <td dir="auto">{one.name}</td>
            <td>{one.file_name || one.recogniser || origins[one.origin]}</td>
            <td>
              {isLive(one) ? (
                <>
                  <progress value={one.progress} max={1} aria-label={`${one.name} is being made`} /> {one.message}
                </>
              ) : (
                one.error || one.message || one.state
              )}
            </td>
            <td>
              {mayChange && (
                <AskFirst
                  verb={isLive(one) ? 'Cancel' : 'Remove'}
                  label={`Remove ${one.name}`}
                  question={`Remove what ${one.name} heard?`}
                  yes="Remove"
                  isPending={remove.isPending}
                  onYes={() => remove.mutate(one.id)}
                />
              )}
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}
