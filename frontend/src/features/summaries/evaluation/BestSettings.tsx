import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Preset, useRemovePreset } from '@/api/presets';
import { isLive } from '@/api/work';
import { count, plural } from '@/lib/format';
import { AskFirst } from '@/ui/AskFirst';
import { ErrorNote } from '@/ui/ErrorNote';
import { Part } from '@/ui/Page';
import classes from './Evaluation.module.css';
import { figure, meanings, numeric, parameters, signed, symbols, valueText } from './model';
import { type Tuning, type TuningResult, tuningCsv, useUseTuning } from './requests/tunings';

/** What a search found, beside what is in use, and how both do on held-out talks. */
export function BestSettings({ tuning, result, mayUse }: { tuning: Tuning; result: TuningResult; mayUse: boolean }) {
  const gain = result.f1 - result.current_f1;
  return (
    <>
      <Part title="Best settings" note={`of ${count(result.scores.length)}`}>
        <table className={classes.best}>
          <thead>
            <tr>
              <td />
              <th scope="col">in use</th>
              <th scope="col">best</th>
            </tr>
          </thead>
          <tbody>
            {parameters.map((name) => (
              <tr key={name}>
                <th scope="row">{meanings[name]}</th>
                <td>{valueText(tuning.current[name])}</td>
                <td data-differs={tuning.current[name] !== result.best[name] || undefined}>
                  {valueText(result.best[name])}
                </td>
              </tr>
            ))}
            <tr>
              <th scope="row">Link F1, held out</th>
              <td>{figure(result.current_f1)}</td>
              <td data-differs={result.has_gain || undefined}>{figure(result.f1)}</td>
            </tr>
          </tbody>
        </table>
        <p className="soft">
          The best settings are chosen on all talks; the F1 beside them is that of the settings that each fold chose
          without its own.
        </p>
        <p>
          {result.has_gain
            ? `${signed(gain)}, interval ${figure(result.low ?? 0)} to ${figure(result.high ?? 0)}.`
            : noGain(result)}
        </p>
        <Use tuning={tuning} result={result} mayUse={mayUse} />
      </Part>
      <Part title="Held-out folds">
        <Folds result={result} />
        <p className="soft">
          {result.folds.length} folds by paper
          {tuning.basis &&
            `, ${plural(tuning.basis.n_talks, 'reviewed talk')}, ${plural(tuning.basis.n_words, 'judged word')}`}
          . Each fold is scored with the settings that are best for the other {result.folds.length - 1}.
        </p>
      </Part>
    </>
  );
}

function noGain({ f1, current_f1, low, high }: TuningResult): string {
  if (low === null || high === null) return 'Too few papers to say whether it is better.';
  const between = `${signed(f1 - current_f1)}, interval ${signed(low)} to ${signed(high)}`;
  return `No setting beats what is in use: ${between}.`;
}

function Use({ tuning, result, mayUse }: { tuning: Tuning; result: TuningResult; mayUse: boolean }) {
  const use = useUseTuning();
  const undo = useRemovePreset();
  const [made, setMade] = useState<Preset | null>(null);
  const { slug = '' } = useParams();
  const isPreset = tuning.preset !== null;
  const { best } = result;
  const settings = numeric.map((name) => `${symbols[name]} ${valueText(best[name])}`).join(', ');
  return (
    <Group gap="8px 16px" mt={8}>
      {isPreset && !made && (
        <p>
          These settings are <Link to={`/p/${slug}/settings/presets`}>a preset</Link> of this project.
        </p>
      )}
      {mayUse && !made && !isPreset && !isLive(tuning) && (
        <AskFirst
          verb="Use as preset"
          label="Use as preset: the best settings"
          question={`New runs use ${settings}. Existing runs are kept.`}
          yes="Use them"
          isPending={use.isPending}
          onYes={() => use.mutate(tuning.id, { onSuccess: (preset) => setMade(preset as Preset) })}
        />
      )}
      {made && (
        <p role="status">
          New runs use “{made.name}”.{' '}
          <Button
            size="compact-sm"
            loading={undo.isPending}
            onClick={() => undo.mutate(made.id, { onSuccess: () => setMade(null) })}
          >
            Undo
          </Button>
        </p>
      )}
      <a href={tuningCsv(tuning.id)} download>
        Export
      </a>
      {(use.error ?? undo.error) && <ErrorNote error={use.error ?? undo.error} />}
    </Group>
  );
}

const width = 240;
const row = 24;

/** For each fold the F1 with what was in use and with what the other folds chose. */
function Folds({ result }: { result: TuningResult }) {
  const all = result.folds.flatMap(({ f1, current_f1 }) => [f1, current_f1]);
  const least = Math.min(...all);
  const most = Math.max(...all);
  const x = (value: number) => 8 + ((value - least) / (most - least || 1)) * (width - 16);
  const better = result.folds.filter(({ f1, current_f1 }) => f1 > current_f1).length;
  return (
    <>
      <p className={classes.foldKey} aria-hidden="true">
        <i data-best /> best <i /> in use
      </p>
      <ol
        className={classes.folds}
        aria-label={`${better} of ${result.folds.length} folds are better with the settings that were found`}
      >
        {result.folds.map(({ f1, current_f1, n_talks }, fold) => (
          <li
            key={fold}
            aria-label={`Fold ${fold + 1}, ${plural(n_talks, 'talk')}: ${figure(current_f1)}, then ${figure(f1)}`}
          >
            <span>{fold + 1}</span>
            <svg viewBox={`0 0 ${width} ${row}`} width={width} height={row} aria-hidden="true">
              <path d={`M${x(current_f1)} ${row / 2}H${x(f1)}`} />
              <circle cx={x(current_f1)} cy={row / 2} r={4} />
              <circle data-best cx={x(f1)} cy={row / 2} r={4.5} />
            </svg>
            <b>{figure(f1)}</b>
          </li>
        ))}
      </ol>
    </>
  );
}
