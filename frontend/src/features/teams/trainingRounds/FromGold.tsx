import { Button, Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { count, plural } from '@/lib/format';
import { ErrorNote } from '@/ui/ErrorNote';
import { Pending } from '@/ui/Pending';
import { Table, unseen } from '@/ui/Table';
import { useForeseen, useOffered, useTake } from './requests';

/** Rows of adjudicated gold to be taken, with what that does to gold before it is done. */
export function FromGold({ slug, onDone }: { slug: string; onDone: () => void }) {
  const offered = useOffered(slug);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const foreseen = useForeseen(slug, chosen).data;
  const take = useTake(slug);
  const rows = offered.data?.rows ?? [];
  const toggle = (row: string) =>
    setChosen(chosen.includes(row) ? chosen.filter((one) => one !== row) : [...chosen, row]);
  return (
    <section aria-label="From adjudicated gold">
      <Pending of={offered} what="adjudicated gold" />
      {offered.data && rows.length === 0 && (
        <p className="soft">No adjudicated gold that could be taken. Adjudicate a pair first, or write rows by hand.</p>
      )}
      {rows.length > 0 && (
        <Table label="Adjudicated gold" columns={[unseen('Take'), 'Source', 'Target', 'Pair']}>
          {rows.map((row) => (
            <tr key={row.row}>
              <td>
                <Checkbox
                  aria-label={`Take row ${row.number} of ${row.title}`}
                  checked={chosen.includes(row.row)}
                  onChange={() => toggle(row.row)}
                />
              </td>
              <th scope="row" dir="auto">
                {row.source.join(' ')}
              </th>
              <td data-label="target" dir="auto">
                {row.target.join(' ')}
              </td>
              <td data-label="pair" dir="auto">
                {row.title}, row {row.number}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {foreseen && chosen.length > 0 && (
        <p role="status">
          {plural(foreseen.n_rows, 'row leaves', 'rows leave')} gold
          {foreseen.gold_before !== null && foreseen.gold_after !== null && (
            <>
              : {count(foreseen.gold_before)} → {count(foreseen.gold_after)}
            </>
          )}
          .{' '}
          {foreseen.test_sets.map(({ name, n_rows }) => (
            <span key={name}>
              {plural(n_rows, 'row leaves', 'rows leave')} the test set {name}.{' '}
            </span>
          ))}
          Releases stay as they are.
        </p>
      )}
      {take.isError && <ErrorNote error={take.error} />}
      <Group gap={8} my={8}>
        <Button
          variant="filled"
          disabled={chosen.length === 0}
          loading={take.isPending}
          onClick={() => take.mutate(chosen, { onSuccess: onDone })}
        >
          {chosen.length > 0 ? `Take ${plural(chosen.length, 'row')} out of gold` : 'Choose rows'}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </section>
  );
}
