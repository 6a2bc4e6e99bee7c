import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { language } from '@/lib/format';
import { Chips } from '@/ui/Chips';
import classes from './Assignments.module.css';
import { chipOf, chips, chipsToShow, countOf, type FilterName, others, type useBoardFilter } from './filter';
import { type BoardCounts, type Load, useBoardChoices } from './requests';

interface BoardFiltersProps {
  slug: string;
  of: ReturnType<typeof useBoardFilter>;
  counts: BoardCounts | undefined;
  loads: readonly Load[];
}

const placeholders: Partial<Record<FilterName, string>> = { annotator: 'Anybody', overlap: 'Any number' };
const overlaps = ['0/1', '1/1', '0/2', '1/2', '2/2', '0/3', '1/3', '2/3', '3/3'].map((value) => ({
  value,
  label: value.replace('/', ' of '),
}));

/** Chips of the states with their counts, and the other filters when asked for. */
export function BoardFilters({ slug, of: { filter, choose, clear, n }, counts, loads }: BoardFiltersProps) {
  const nOthers = others.filter((name) => filter[name]).length;
  const [isOpen, setOpen] = useState(nOthers > 0);
  const choices = useBoardChoices(slug, isOpen).data;
  type Choice = { value: string; label: string };
  const select = (
    name: 'annotator' | 'language' | 'event' | 'split' | 'overlap',
    label: string,
    data: Choice[] = [],
  ) => (
    <Select
      label={label}
      placeholder={placeholders[name] ?? 'Any'}
      clearable
      searchable={data.length > 10}
      data={data}
      value={filter[name] ?? null}
      onChange={(value) => choose({ [name]: value ?? '' })}
    />
  );
  const asChoice = (value: string) => ({ value, label: value });
  const shown = chipOf(filter);
  return (
    <>
      <div className={classes.chips}>
        <Chips
          label="State"
          isOneRow
          options={chipsToShow(shown, counts).map((chip) => ({
            value: chip.label,
            label: chip.label,
            n: countOf(chip, counts),
            isWarning: chip.name === 'stuck' || chip.name === 'soon' || chip.name === 'late',
            isApart: chip.name === 'stuck',
          }))}
          chosen={shown?.label ?? ''}
          onChoose={(label) => {
            const chip = chips.find((chip) => chip.label === label && chip !== shown);
            choose({ state: '', stuck: '', soon: '', late: '', ...(chip?.name && { [chip.name]: chip.value }) });
          }}
        />
        <Button
          leftSection={<IconFilter size={15} stroke={1.75} aria-hidden="true" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{nOthers > 0 && ` (${nOthers})`}
        </Button>
        {n > 0 && <Button onClick={clear}>Clear filters</Button>}
      </div>
      {isOpen && (
        <div className={classes.filters}>
          {select(
            'annotator',
            'Held by',
            loads.map(({ person }) => ({ value: String(person.id), label: person.name })),
          )}
          {select(
            'language',
            'Language',
            choices?.languages.map((value) => ({ value, label: language(value) })),
          )}
          {select('event', 'Event', choices?.events.map(asChoice))}
          {select('split', 'Split', choices?.splits.map(asChoice))}
          {select('overlap', 'Reviews', overlaps)}
          <TextInput
            type="date"
            label="Due until"
            value={filter.due_before ?? ''}
            onChange={(event) => choose({ due_before: event.currentTarget.value })}
          />
          <NumberInput
            label="Error from"
            description=""
            suffix=" %"
            min={0}
            max={100}
            value={filter.error_least ? Math.round(Number(filter.error_least) * 100) : ''}
            onChange={(value) => choose({ error_least: value === '' ? '' : String(Number(value) / 100) })}
          />
        </div>
      )}
    </>
  );
}
