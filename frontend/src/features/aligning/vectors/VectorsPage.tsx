import { useSession } from '@/api/session';
import { plural } from '@/lib/format';
import { Page, Part } from '@/ui/Page';
import { Pending } from '@/ui/Pending';
import { right, Table, unseen } from '@/ui/Table';
import { AddVectors } from './AddVectors';
import { useVectors } from './requests';
import { TrainVectors } from './TrainVectors';
import { VectorRow } from './VectorRow';

/** The word vectors of this site. Site admins add, train, delete and choose the default. */
export function VectorsPage() {
  const sets = useVectors();
  const canChange = useSession().data?.user?.is_admin === true;
  return (
    <Page
      title="Word vectors"
      guide="admin#word-vectors"
      lead="The paper-talk engine uses word vectors to find words of similar meaning."
      aside={
        canChange && (
          <>
            <AddVectors />
            <TrainVectors />
          </>
        )
      }
    >
      <Part title="Available" note={sets.data && plural(sets.data.length, 'set')}>
        <Pending of={sets} what="word vectors" />
        {sets.data?.length === 0 && (
          <p className="soft">
            None yet: words are compared by spelling.{' '}
            {canChange ? 'Add a file, or train on the texts of your projects.' : 'Only site admins can add them.'}
          </p>
        )}
        {sets.data && sets.data.length > 0 && (
          <Table
            label="Word vectors"
            columns={[
              'Name',
              'State',
              right('Words'),
              right('Dimension'),
              'Hash',
              ...(canChange ? [unseen('Actions')] : []),
            ]}
          >
            {sets.data.map((set) => (
              <VectorRow key={set.id} set={set} canChange={canChange} />
            ))}
          </Table>
        )}
      </Part>
    </Page>
  );
}
