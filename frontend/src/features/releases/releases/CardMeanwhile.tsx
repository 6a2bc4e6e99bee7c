import { Button, Group } from '@mantine/core';
import classes from '@/features/releases/Release.module.css';
import { timeOfDay } from '@/lib/format';
import { Difference } from '@/ui/Difference';
import type { DataCard } from './requests';
import { type CardTexts, changesIn } from './useCard';

interface CardMeanwhileProps {
  card: DataCard;
  mine: CardTexts;
  theirs: { value: CardTexts; at: string | null; savedBy: string };
  onResolve: (taken: 'mine' | 'theirs') => void;
}

/** Says who has saved the data card meanwhile and what one's own would change in it, and asks which of the two stays. */
export function CardMeanwhile({ card, mine, theirs, onResolve }: CardMeanwhileProps) {
  const differ = changesIn(mine, theirs.value);
  return (
    <section className={classes.meanwhile} aria-label="Saved by somebody else">
      <p>
        <b>
          {theirs.savedBy} saved this card{theirs.at && ` at ${timeOfDay(theirs.at)}`}.
        </b>{' '}
        Yours is not saved. What yours changes in theirs:
      </p>
      <dl>
        {card.parts
          .filter(({ key }) => key in differ)
          .map(({ key, title }) => (
            <div key={key}>
              <dt>{title}</dt>
              <dd>
                <Difference before={theirs.value[key] ?? ''} after={mine[key] ?? ''} language="" />
              </dd>
            </div>
          ))}
      </dl>
      <Group gap={8}>
        <Button onClick={() => onResolve('mine')}>Keep mine</Button>
        <Button onClick={() => onResolve('theirs')}>Take theirs</Button>
      </Group>
    </section>
  );
}
