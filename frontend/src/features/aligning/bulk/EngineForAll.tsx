import { Button } from '@mantine/core';
import { useEngines } from '@/api/runs';
import type { BulkPreview, PairKind } from '@/api/types';
import { type Choice, EngineChoice } from '@/features/aligning/engines/EngineChoice';
import { kindLabels } from '@/ui/kinds';
import { Pending } from '@/ui/Pending';
import classes from './Bulk.module.css';

interface EngineForAllProps {
  /** For each kind among the pairs, one of them. */
  examples: BulkPreview['examples'];
  choice: Choice;
  onChange: (choice: Choice) => void;
  onKind: (kind: PairKind) => void;
}

/** The engine and its options: those of an example, as pairs of one kind have the same; none to choose for two kinds. */
export function EngineForAll({ examples, choice, onChange, onKind }: EngineForAllProps) {
  const [example] = examples;
  const engines = useEngines(examples.length === 1 && example ? example.pair : null);
  if (examples.length > 1) {
    return (
      <div className={classes.kinds}>
        <p className="soft">
          Each pair is aligned by the default engine of its kind, with default options. To choose another engine, filter
          the pairs by kind:
        </p>
        {examples.map(({ kind }) => (
          <Button key={kind} onClick={() => onKind(kind)}>
            Only {kindLabels[kind]}
          </Button>
        ))}
      </div>
    );
  }
  if (!example) return <p className="soft">No pairs match, so there is no engine to choose.</p>;
  if (!engines.data) return <Pending of={engines} what="engines" />;
  return (
    <div className={classes.how}>
      <EngineChoice engines={engines.data} choice={choice} onChange={onChange} />
    </div>
  );
}
