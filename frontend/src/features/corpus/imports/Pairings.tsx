import { Checkbox } from '@mantine/core';
import type { ImportBatch } from '@/api/types';
import { plural } from '@/lib/format';
import { Confidence } from '@/ui/Confidence';
import { ErrorNote } from '@/ui/ErrorNote';
import fileList from './FileList.module.css';
import { pairingWords, turnedRound, unpaired, withAccepted } from './model';
import classes from './Pairings.module.css';
import { useSetPairings } from './requests';

const NAMED = 5;

/** Which files become pairs: suggested, confirmed or rejected by a person. */
export function Pairings({ batch, editable }: { batch: ImportBatch; editable: boolean }) {
  const setPairings = useSetPairings();
  const names = new Map(batch.files.map(({ id, name }) => [id, name]));
  const alone = unpaired(batch);
  if (batch.pairings.length === 0 && alone.length < 2) return null;
  return (
    <section className={classes.pairings} aria-labelledby="pairings-head">
      <h2 id="pairings-head">
        Pairings <small>check the suggestions</small>
      </h2>
      <ul>
        {batch.pairings.map((pairing, index) => {
          const from = names.get(pairing.file) ?? '';
          const known = pairing.document !== null;
          const to = known ? pairing.document_title : (names.get(pairing.to ?? 0) ?? '');
          return (
            <li key={`${pairing.file} ${pairing.kind} ${pairing.to} ${pairing.document}`}>
              <Checkbox
                checked={pairing.accepted}
                disabled={!editable || setPairings.isPending}
                aria-label={`${from} ${pairingWords[pairing.kind]} ${to}`}
                onChange={(event) =>
                  setPairings.mutate({
                    id: batch.id,
                    pairings: withAccepted(batch.pairings, index, event.currentTarget.checked),
                  })
                }
              />
              <span className={fileList.name}>{from}</span>
              <span className="muted">{pairingWords[pairing.kind]}</span>
              <span className={known ? undefined : fileList.name} dir="auto">
                {to}
                {known && <small> in the project</small>}
              </span>
              <Confidence value={pairing.score} />
              <span className="soft">{pairing.why}</span>
              {pairing.kind === 'source_of' && pairing.to !== null && (
                <button
                  type="button"
                  className={classes.turn}
                  disabled={!editable || setPairings.isPending}
                  aria-label={`Turn round: ${to} ${pairingWords.source_of} ${from}`}
                  onClick={() => setPairings.mutate({ id: batch.id, pairings: turnedRound(batch.pairings, index) })}
                >
                  Turn round
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {alone.length > 0 && (
        <p className="soft">
          In no pair: {alone.slice(0, NAMED).join(', ')}
          {alone.length > NAMED && ` and ${plural(alone.length - NAMED, 'more', 'more')}`}.
        </p>
      )}
      {setPairings.isError && <ErrorNote error={setPairings.error} />}
    </section>
  );
}
