import { Modal } from '@mantine/core';
import { date, dateTime, plural } from '@/lib/format';
import { useReturnFocus } from '@/lib/useReturnFocus';
import { Facts } from '@/ui/Facts';
import { Pending } from '@/ui/Pending';
import styles from './Ratings.module.css';
import { useInvitation } from './requests';
import { shownState } from './states';

interface AnswersDialogProps {
  id: number;
  name: string;
  onClose: () => void;
}

/** What one author has answered so far. */
export function AnswersDialog({ id, name, onClose }: AnswersDialogProps) {
  useReturnFocus();
  const invitation = useInvitation(id);
  const of = invitation.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Answers of ${name}`}
      size="lg"
      fullScreen={window.matchMedia('(max-width: 699px)').matches}
    >
      <Pending of={invitation} what="answers" />
      {of && (
        <div className={styles.given}>
          <Facts
            facts={[
              ['Talk', of.pair_title],
              ['State', shownState(of).word],
              ['E-mail', of.author_email || null],
              ['Agreed', of.consented_at && dateTime(of.consented_at)],
              ['Sent in', of.finished_at && dateTime(of.finished_at)],
              [of.open ? 'Expires' : 'Expired', date(of.closes_at)],
              ['Overall', of.score === null ? null : `${of.score} of 5`],
              ...Object.entries(of.scores).map(
                ([dimension, score]) => [dimension, `${score} of 5`] as [string, string],
              ),
              ['Yes', of.n_asked > 0 ? `${of.n_yes} of ${plural(of.n_asked, 'sentence')}` : null],
            ]}
          />
          {of.comment && (
            <>
              <h3>Comment</h3>
              <p dir="auto">{of.comment}</p>
            </>
          )}
          {of.items.length > 0 && <h3>Sentences, by rank</h3>}
          <ol>
            {[...of.items]
              .sort((first, second) => first.rank - second.rank)
              .map((item) => (
                <li key={item.id}>
                  <span className="num soft">{item.rank}</span>
                  <b>{item.answer === null ? '–' : item.answer ? 'yes' : 'no'}</b>
                  <span dir="auto">{item.text}</span>
                </li>
              ))}
          </ol>
        </div>
      )}
    </Modal>
  );
}
