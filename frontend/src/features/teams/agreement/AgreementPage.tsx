import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { count, date, dateTime, figure, percent, plural } from '@/lib/format';
import { usePageKeys } from '@/lib/usePageKeys';
import { ErrorNote } from '@/ui/ErrorNote';
import { Loading } from '@/ui/Loading';
import { Page, Part } from '@/ui/Page';
import { Pager, pageSize, usePage } from '@/ui/Pager';
import { Pending } from '@/ui/Pending';
import styles from './Agreement.module.css';
import { Behind } from './Behind';
import { Confusion } from './Confusion';
import { Measures, Months, Pairs } from './Figures';
import { PeopleMatrix } from './PeopleMatrix';
import { type Place, usePlace } from './place';
import {
  type Agreement,
  csvAddress,
  type Measure,
  useAgreement,
  useMonthsAgreement,
  usePairsAgreement,
  usePeopleAgreement,
} from './requests';
import { lowest, personName, statistic } from './words';

/** How far people agree: a measure, then two people, what they said, and the rows. */
const keys = { save: ['d'] };

export function AgreementPage({ tabs }: { tabs: ReactNode }) {
  const { slug = '' } = useParams();
  const [place, go] = usePlace();
  const agreement = useAgreement(slug, { people: place.people, pair: place.pair });
  const measures = agreement.data?.measures ?? [];
  const measure = measures.find((one) => one.measure === place.measure) ?? lowest(measures, agreement.data?.few ?? 0);
  const two = peopleIn(agreement.data, place.people);
  usePageKeys(keys, {
    save:
      measure &&
      (() => window.location.assign(csvAddress(slug, 'talks', { measure: measure.measure, people: place.people }))),
  });
  return (
    <Page
      title="Agreement"
      guide="admin#agreement"
      lead="How far reviewers of the same pairs agree. Submitted reviews only."
      actions={agreement.data && <Computed of={agreement.data} />}
      aside={agreement.data && measure && <Aside {...{ found: agreement.data, measure, place, two, go }} />}
    >
      {tabs}
      {agreement.isPending && <Loading what="agreement" />}
      {agreement.isError && !agreement.data && (
        <Part title="By measure">
          <ErrorNote error={agreement.error} onRetry={() => void agreement.refetch()} />
        </Part>
      )}
      {agreement.data && measures.length === 0 && <Nothing found={agreement.data} place={place} go={go} />}
      {agreement.data && measure && (
        <>
          <Part
            title="By measure"
            note={<Narrowed place={place} two={two} go={go} n={Math.max(...measures.map(({ n_talks }) => n_talks))} />}
            actions={<Csv address={csvAddress(slug, 'measures', { people: place.people, pair: place.pair })} />}
          >
            <Measures
              measures={measures}
              few={agreement.data.few}
              current={measure.measure}
              onChoose={(key) => go({ measure: key, said: undefined, shown: undefined })}
            />
          </Part>
          <Parts found={agreement.data} measure={measure} place={place} go={go} />
        </>
      )}
    </Page>
  );
}

interface Chosen {
  found: Agreement;
  measure: Measure;
  place: Place;
  go: (change: Partial<Place>) => void;
}
type Two = [Agreement['people'][number] | undefined, Agreement['people'][number] | undefined] | undefined;

function peopleIn(agreement: Agreement | undefined, people: string | undefined): Two {
  if (!people) return undefined;
  const [first, second] = people.split(',').map((id) => agreement?.people.find((person) => String(person.id) === id));
  return [first, second];
}

/** The measure between people, by pair and over time. */
function Parts({ found, measure, place, go }: Chosen) {
  const { slug = '' } = useParams();
  const key = measure.measure;
  const computed = found.computed_at ?? '';
  const between = usePeopleAgreement(slug, { measure: key, pair: place.pair }, computed);
  const query = { measure: key, people: place.people, page: usePage(), page_size: pageSize };
  const pairs = usePairsAgreement(slug, query, computed);
  const months = useMonthsAgreement(slug, { measure: key, people: place.people }, computed);
  const name = (
    <>
      {measure.name}, {statistic[measure.kind]}
    </>
  );
  return (
    <>
      <div className={styles.parts}>
        <Part
          title="Between people"
          note={name}
          actions={<Csv address={csvAddress(slug, 'people', { measure: key, pair: place.pair })} />}
        >
          <Pending of={between} what="figures" />
          {between.data && (
            <PeopleMatrix
              people={found.people}
              figures={between.data.results}
              few={found.few}
              current={place.people}
              of={measure.name}
              onChoose={(people) => go({ measure: key, people, said: undefined, shown: undefined })}
            />
          )}
        </Part>
        <Part
          title="By pair"
          note={<>{name}, lowest first</>}
          actions={<Csv address={csvAddress(slug, 'talks', { measure: key, people: place.people })} shortcut />}
        >
          <Pending of={pairs} what="pairs" />
          {pairs.data && (
            <Pairs
              pairs={pairs.data.results}
              few={found.few}
              current={place.pair}
              onChoose={(pair) => go({ measure: key, pair, shown: undefined })}
            />
          )}
          <Pager total={pairs.data?.count ?? 0} what="pairs" />
        </Part>
      </div>
      {months.isError && (
        <Part title="By month">
          <ErrorNote error={months.error} onRetry={() => void months.refetch()} />
        </Part>
      )}
      {months.data && months.data.results.length > 1 && (
        <Part
          title="By month"
          note="in which the last review of a pair was submitted"
          actions={<Csv address={csvAddress(slug, 'months', { measure: key, people: place.people })} />}
        >
          <Months months={months.data.results} few={found.few} />
        </Part>
      )}
    </>
  );
}

/** The values of two people, and their rows. */
function Aside({ found, measure, place, two, go }: Chosen & { two: Two }) {
  if (!two || !place.people) {
    return (
      <Part title="Two people">
        <p className="soft">Choose two people in the table to see their decisions and the rows where they differ.</p>
      </Part>
    );
  }
  const [first, second] = two;
  return (
    <>
      <Part
        title={measure.name}
        note={`${personName(first)} and ${personName(second)}, ${figure(measure.value)}, ${count(measure.n_units)} compared`}
      >
        <Confusion
          measure={measure}
          first={first}
          second={second}
          said={place.said}
          onChoose={(said) => go({ said, shown: undefined })}
        />
      </Part>
      {place.said && (
        <Part title="Rows">
          <Behind
            measure={measure.measure}
            people={place.people}
            said={place.said}
            first={first}
            second={second}
            pair={place.pair}
            shown={place.shown}
            computed={found.computed_at ?? ''}
            onShow={(shown) => go({ shown })}
          />
        </Part>
      )}
    </>
  );
}

/** The filters in effect, each with a way out. */
function Narrowed({ place, two, go, n }: { place: Place; two: Two; go: Chosen['go']; n: number }) {
  if (!two && !place.pair) return <>{plural(n, 'pair')} with two or more reviews</>;
  return (
    <Group component="span" gap={8}>
      {two && (
        <Out all="everybody" onClick={() => go({ people: undefined, said: undefined, shown: undefined })}>
          {personName(two[0])} and {personName(two[1])}
        </Out>
      )}
      {place.pair && (
        <Out all="all pairs" onClick={() => go({ pair: undefined })}>
          One pair
        </Out>
      )}
    </Group>
  );
}

function Out({ all, onClick, children }: { all: string; onClick: () => void; children: ReactNode }) {
  return (
    <Button size="compact-sm" onClick={onClick}>
      {children}{' '}
      <span aria-hidden="true" className={styles.out}>
        ×
      </span>
      <span className="vh">: show {all}</span>
    </Button>
  );
}

function Computed({ of }: { of: Agreement }) {
  if (!of.is_current) {
    const share = of.n_to_compare > 0 ? of.n_compared / of.n_to_compare : 1;
    return (
      <small className="soft" role="status">
        {of.computed_at ? 'Recomputing' : 'Computing'}, {percent(share)}
      </small>
    );
  }
  return of.computed_at && <small className="soft">Computed {dateTime(of.computed_at)}</small>;
}

function Csv({ address, shortcut = false }: { address: string; shortcut?: boolean }) {
  return (
    <a href={address} download className={styles.csv} aria-keyshortcuts={shortcut ? keys.save[0] : undefined}>
      CSV
    </a>
  );
}

function Nothing({ found, place, go }: { found: Agreement; place: Place; go: Chosen['go'] }) {
  const { share, next_due } = found.expected ?? {};
  const isNarrowed = Boolean(place.people || place.pair);
  return (
    <Part title="By measure">
      {isNarrowed && (
        <p className="soft">
          Nothing to compare here.{' '}
          <Button onClick={() => go({ people: undefined, pair: undefined, said: undefined, shown: undefined })}>
            Show everybody and all pairs
          </Button>
        </p>
      )}
      {!isNarrowed && found.n_to_compare > 0 && (
        <p className="soft">The reviews of {plural(found.n_to_compare, 'pair')} are being compared.</p>
      )}
      {!isNarrowed && found.n_to_compare === 0 && (
        <p>
          Agreement needs two submitted reviews of a pair.
          {typeof share === 'number' && ` ${percent(share)} of pairs get two.`}
          {next_due && ` The first is due on ${date(next_due)}.`}
        </p>
      )}
    </Part>
  );
}
