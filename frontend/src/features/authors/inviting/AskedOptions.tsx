import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import type { Defaults, Run } from '@/api/types';
import { dayFromNow } from '@/features/authors/linkDates';
import { plural } from '@/lib/format';
import { TextField } from '@/ui/TextField';
import { type Asked, lastDayOf, sentencesOf } from './asked';
import styles from './Invite.module.css';

interface AskedOptionsProps {
  asked: Asked;
  ask: (change: Partial<Asked>) => void;
  defaults: Defaults;
  languages: readonly string[];
  runs: readonly Run[];
  run: number | undefined;
  onRun: (run: number) => void;
}

/** In which language, about what, and how long authors are asked. */
export function AskedOptions({ asked, ask, defaults, languages, runs, run, onRun }: AskedOptionsProps) {
  return (
    <>
      <div className={styles.options}>
        {runs.length > 1 && (
          <NativeSelect
            label="Run to summarize"
            value={String(run)}
            onChange={(event) => onRun(Number(event.currentTarget.value))}
            data={runs.map((each) => ({ value: String(each.id), label: `run ${each.number}, ${each.engine_label}` }))}
          />
        )}
        <NativeSelect
          label="Language"
          value={asked.language}
          onChange={(event) => ask({ language: event.currentTarget.value as Asked['language'], texts: {} })}
          data={languages.map((value) => ({
            value,
            label: new Intl.DisplayNames(['en'], { type: 'language' }).of(value) ?? value,
          }))}
        />
        <NumberInput
          label="Sentences"
          min={1}
          max={defaults.most_rated}
          allowDecimal={false}
          value={sentencesOf(asked, defaults)}
          onChange={(sentences) => ask({ sentences })}
        />
        <TextField
          label="Expires at the end of"
          type="date"
          min={dayFromNow(0)}
          value={lastDayOf(asked, defaults)}
          onChange={(lastDay) => ask({ lastDay })}
        />
      </div>
      <div className={styles.options}>
        <Checkbox
          label={`Remind after ${plural(defaults.reminder_days, 'day')}, once`}
          checked={asked.isReminded}
          onChange={(event) => ask({ isReminded: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
