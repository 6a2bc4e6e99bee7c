import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { count, figure, plural } from '@/lib/format';
import { Pending } from '@/ui/Pending';
import { right, Table, unseen } from '@/ui/Table';
import { type ProbedPerson, useMissedErrors } from './requests';

type LinkF1 = ProbedPerson['blind'];

/** Annotators with what they caught, and their links beside the engine's with and without its proposal in view. */
export function ProbedPeople({ slug, people, few }: { slug: string; people: readonly ProbedPerson[]; few: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const person = people.find(({ annotator }) => annotator.id === chosen);
  return (
    <>
      <Table
        label="Annotators"
        columns={[
          'Annotator',
          right('Reviews'),
          right('Errors repaired'),
          right('Marked, not repaired'),
          right('False alarms'),
          right('F1, proposal hidden'),
          right('F1, proposal shown'),
          unseen('Actions'),
        ]}
      >
        {people.map((one) => (
          <Row key={one.annotator.id} one={one} few={few} isChosen={one.annotator.id === chosen} choose={setChosen} />
        ))}
      </Table>
      <p className="soft" style={{ marginTop: 8 }}>
        False alarms: rows without a planted error that were flagged or marked as badly aligned all the same. F1: links
        that the annotator and the engine both have, over the mean of what each has, in reviews that have both kinds of
        rows; in brackets the 95 % interval over reviews, of five or more, then the number of links. Figures of fewer
        than {few} links are grey. A large gap means that proposals are accepted unread, or that they really help.
      </p>
      {person && <Missed slug={slug} person={person} />}
    </>
  );
}

function Row({
  one,
  few,
  isChosen,
  choose,
}: {
  one: ProbedPerson;
  few: number;
  isChosen: boolean;
  choose: (annotator: number | null) => void;
}) {
  const { annotator, n_planted, n_caught } = one;
  const n_missed = n_planted - n_caught;
  return (
    <tr>
      <th scope="row" dir="auto">
        {annotator.name}
      </th>
      <td data-right data-label="reviews" className="num">
        {count(one.n_reviews)}
      </td>
      <td data-right data-label="errors repaired" className="num">
        {share(one.n_repaired, n_planted)}
      </td>
      <td data-right data-label="marked, not repaired" className="num">
        {share(one.n_marked, n_planted)}
      </td>
      <td data-right data-label="false alarms" className="num">
        {share(one.n_alarms, one.n_other)}
      </td>
      <td data-right data-nowrap data-label="F1, proposal hidden" className="num">
        {agreement(one.blind, few)}
      </td>
      <td data-right data-nowrap data-label="F1, proposal shown" className="num">
        {agreement(one.shown, few)}
      </td>
      <td data-right data-nowrap>
        {n_missed > 0 && (
          <Button
            variant="default"
            aria-expanded={isChosen}
            aria-label={`${plural(n_missed, 'error')} that ${annotator.name} missed`}
            onClick={() => choose(isChosen ? null : annotator.id)}
          >
            {count(n_missed)} missed
          </Button>
        )}
      </td>
    </tr>
  );
}

function share(n: number, of: number): string {
  return of ? `${count(n)} of ${count(of)}` : '–';
}

/** Of fewer links than `few` a figure is grey without an interval, as on the page of agreement. */
function agreement({ f1, low, high, n_links }: LinkF1, few: number) {
  if (f1 === null) return '–';
  const value = figure(f1);
  if (n_links < few) {
    return (
      <span className="soft">
        {value} {count(n_links)}
      </span>
    );
  }
  return (
    <>
      {value}{' '}
      <span className="soft">
        {low !== null && high !== null && `(${figure(low)}–${figure(high)}) `}
        {count(n_links)}
      </span>
    </>
  );
}

const kinds = { boundary: 'Shifted boundary', swap: 'Swapped targets' };

function Missed({ slug, person }: { slug: string; person: ProbedPerson }) {
  const missed = useMissedErrors(slug, person.annotator.id);
  return (
    <section>
      <h3 style={{ margin: '24px 0 8px' }} dir="auto">
        Missed by {person.annotator.name}
      </h3>
      <Pending of={missed} what="errors" />
      {missed.data && (
        <Table label={`Errors that ${person.annotator.name} missed`} columns={['Pair', 'Error', 'Rows']}>
          {missed.data.missed.map((one) => (
            <tr key={`${one.review} ${one.row}`}>
              <th scope="row" dir="auto">
                {one.pair}
              </th>
              <td data-label="error">{kinds[one.kind]}</td>
              <td data-label="rows">
                <Link to={`/review/${one.review}?row=${one.row}`}>{one.numbers.map(count).join(', ')}</Link>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
