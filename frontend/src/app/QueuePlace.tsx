import { useParams } from 'react-router';
import { OwnTasks } from '@/features/authors/tasks/OwnTasks';
import { QueuePage } from '@/features/teams/queue/QueuePage';

/** The queue with what else there is for a person to do. */
export function QueuePlace() {
  const { slug = '' } = useParams();
  return <QueuePage besides={<OwnTasks slug={slug} />} />;
}
