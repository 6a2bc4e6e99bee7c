import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { language } from '@/lib/format';
import { Chips } from '@/ui/Chips';
import classes from './Assignments.module.css';
import { chipOf, chips, countOf, others, type useBoardFilter } from './filter';
import { type BoardCounts, type Load, useBoardChoices } from './requests';

interface BoardFiltersProps {
  slug: string;
  of: ReturnType<typeof useBoardFilter>;
  counts: BoardCounts | undefined;
  loads: readonly Load[];
}

/** Chips of the states with their counts, and the other filters when asked for. */
export function BoardFilters({ slug, of: { filter, choose, clear, n }, counts, loads }: BoardFiltersProps) {
  const nOthers = others.filter((name) => filter[name]).length;
  const [isOpen, setOpen] = useState(nOthers > 0);
  const choices = useBoardChoices(slug, isOpen).data;
  const select = (name: 'language' | 'event' | 'split', label: string, values: string[] | undefined) => (
    <Select
      label={label}
      placeholder="Any"
      clearable
      searchable={(values?.length ?? 0) > 10}
      data={values?.map((value) => ({ value, label: name === 'language' ? language(value) : value })) ?? []}
      value={filter[name] ?? null}
      onChange={(value) => choose({ [name]: value ?? '' })}
    />
  );
  const shown = chipOf(filter);
  return (
    <>
      <div className={classes.chips}>
        <Chips
          label="State"
          options={chips.map((chip) => ({
            value: chip.label,
            label: chip.label,
            n: countOf(chip, counts),
            isWarning: chip.name === 'soon' || chip.name === 'late',
            isApart: chip.name === 'soon',
          }))}
          chosen={shown?.label ?? ''}
          onChoose={(label) => {
            const chip = chips.find((chip) => chip.label === label && chip !== shown);
            choose({ state: '', soon: '', late: '', ...(chip?.name && { [chip.name]: chip.value }) });
          }}
        />
        <span className={classes.grow} />
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
          <Select
            label="Held by"
            placeholder="Anybody"
            clearable
            searchable={loads.length > 10}
            data={loads.map(({ person }) => ({ value: String(person.id), label: person.name }))}
            value={filter.annotator ?? null}
            onChange={(value) => choose({ annotator: value ?? '' })}
          />
          {select('language', 'Language', choices?.languages)}
          {select('event', 'Event', choices?.events)}
          {select('split', 'Split', choices?.splits)}
          <Select
            label="Reviews"
            placeholder="Any number"
            clearable
            data={['0/1', '1/1', '0/2', '1/2', '2/2', '0/3', '1/3', '2/3', '3/3'].map((value) => ({
              value,
              label: value.replace('/', ' of '),
            }))}
            value={filter.overlap ?? null}
            onChange={(value) => choose({ overlap: value ?? '' })}
          />
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
