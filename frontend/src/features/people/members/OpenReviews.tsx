import { Radio, Select } from '@mantine/core';
import type { Leaving, OpenWork } from '@/features/people/requests/leaving';
import { count, dateTime, languageCodes, plural } from '@/lib/format';
import { Meter } from '@/ui/Meter';
import classes from './People.module.css';
import type { Choice } from './removal';

/** What somebody holds and has not submitted. */
export function OpenReviews({ slots }: { slots: Leaving['slots'] }) {
  const left = slots.reduce((sum, { n_rows, n_reviewed }) => sum + Math.max(0, (n_rows ?? 0) - n_reviewed), 0);
  return (
    <section aria-labelledby="open-work">
      <h3 id="open-work" className={classes.openHead}>
        Open work <small>{`${plural(slots.length, 'review')}, ${plural(left, 'row')} left`}</small>
      </h3>
      <ul className={classes.open}>
        {slots.map((slot) => (
          <li key={slot.id}>
            <span>
              <b dir="auto">{slot.pair}</b>
              <small>{languageCodes(slot.source_language, slot.target_language)}</small>
            </span>
            {slot.n_rows === null ? (
              <span className="soft">not begun</span>
            ) : (
              <Meter
                value={slot.n_reviewed / Math.max(1, slot.n_rows)}
                label={`Rows of ${slot.pair}`}
                text={`${count(slot.n_reviewed)} of ${count(slot.n_rows)}`}
              />
            )}
            <small>{slot.lease_ends ? `claim ends ${dateTime(slot.lease_ends)}` : 'assigned'}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WhatBecomesOfItProps {
  leaving: Leaving;
  choice: Choice;
  onChoose: (choice: Choice) => void;
}

/** One of three; the queue is chosen at first because nothing is lost. */
export function WhatBecomesOfIt({ leaving: { slots, heirs }, choice, onChoose }: WhatBecomesOfItProps) {
  const able = heirs.filter(({ n_may }) => n_may > 0);
  const data = able.map(({ person, hours_left }) => ({
    value: String(person.id),
    label: hours_left === null ? person.name : `${person.name}, ${Math.ceil(hours_left)} h of work left`,
  }));
  return (
    <Radio.Group
      label="What becomes of it"
      value={choice.work}
      onChange={(work) => onChoose({ ...choice, work: work as OpenWork })}
    >
      <div className={classes.choices}>
        <Radio
          value="queue"
          label="Back to the queue"
          description="Whoever takes it goes on with the rows that are done."
        />
        <Radio
          value="give"
          disabled={able.length === 0}
          label="Give to somebody"
          description={`Only people who have no review of ${slots.length === 1 ? 'this pair' : 'these pairs'}: ${able.length} of ${heirs.length}.`}
        />
        {choice.work === 'give' && (
          <Select
            aria-label="Give to"
            placeholder="Choose somebody"
            data={data}
            value={choice.to}
            onChange={(to) => onChoose({ ...choice, to })}
          />
        )}
        <Radio
          value="aside"
          label="Set aside"
          description="The slot is free again and starts from the engine. The rows stay readable in the log."
        />
      </div>
    </Radio.Group>
  );
}
