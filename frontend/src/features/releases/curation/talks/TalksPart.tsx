import { useRef, useState } from 'react';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { type PageKeys, usePageKeys } from '@/lib/usePageKeys';
import { Chips } from '@/ui/Chips';
import { KeyLine } from '@/ui/Keys';
import { Pending, ShowMore } from '@/ui/Pending';
import { TextField } from '@/ui/TextField';
import type { Funnel, Rules } from '../requests';
import { type PartName, type Talk, useTalks, type View } from './requests';
import { ChooseDialog, PinDialog, TakeOutDialog } from './TalkDialogs';
import classes from './Talks.module.css';
import { TalkTable } from './TalkTable';

interface TalksPartProps {
  id: number;
  slug: string;
  funnel: Funnel;
  canChange: boolean;
  onChange: (rules: Rules) => void;
}

const keys = {
  next: ['j'],
  previous: ['k'],
  toggle: ['x'],
  pin: ['p'],
  free: ['Shift+p'],
  choose: ['c'],
  open: ['Enter'],
  find: ['/'],
} satisfies PageKeys;
const views: readonly { value: View; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'in', label: 'In' },
  { value: 'out', label: 'Out' },
  { value: 'pinned', label: 'Pinned' },
  { value: 'chosen', label: 'Chosen review' },
];

/** Which talks are in, in which part, and why the others are not. */
export function TalksPart({ id, slug, funnel, canChange, onChange }: TalksPartProps) {
  const params = useAddressParams();
  const choose = useChooseParams();
  const show = views.find(({ value }) => value === params.get('show'))?.value ?? 'all';
  const [search, setSearch] = useState('');
  const pages = useTalks(id, { show, search: search.trim() });
  const [active, setActive] = useState(0);
  const [asked, setAsked] = useState<{ talk: Talk; about: 'out' | 'pin' | 'review' } | null>(null);
  const finder = useRef<HTMLInputElement>(null);
  const talks = pages.data?.pages.flatMap((page) => page.talks) ?? [];
  const counts = pages.data?.pages[0]?.counts;
  const at = Math.min(active, talks.length - 1);
  const talk = talks[at];
  const { rules } = funnel;
  const without = (from: Record<string, string> | undefined, name: string) =>
    Object.fromEntries(Object.entries(from ?? {}).filter(([one]) => one !== name));

  const toggle = (one: Talk) => {
    if (!canChange) return;
    if (one.out_as !== null) onChange({ ...rules, talks_out: without(rules.talks_out, one.out_as) });
    else if (one.why_out === null) setAsked({ talk: one, about: 'out' });
  };
  const takeOut = (one: Talk, reason: string) => {
    onChange({ ...rules, talks_out: { ...rules.talks_out, [one.name]: reason } });
    setAsked(null);
  };
  const pin = (one: Talk, part: PartName) => {
    const others = one.pinned_as === null ? rules.pins : without(rules.pins, one.pinned_as);
    onChange({ ...rules, pins: { ...others, [one.pinned_as ?? one.name]: part } as Rules['pins'] });
    setAsked(null);
  };
  const open = (one: Talk) =>
    choose({ view: 'rows', pair: String(one.pair), rows: one.n_in > 0 ? 'in' : null, rule: null });
  const asks = (about: 'pin' | 'review') => (canChange && talk ? () => setAsked({ talk, about }) : undefined);
  const free = () =>
    talk?.pinned_as != null && onChange({ ...rules, pins: without(rules.pins, talk.pinned_as) as Rules['pins'] });
  const move = (by: 1 | -1) => setActive(Math.max(0, Math.min(talks.length - 1, at + by)));
  usePageKeys(keys, {
    next: () => move(1),
    previous: () => move(-1),
    toggle: talk && (() => toggle(talk)),
    pin: asks('pin'),
    free: canChange ? () => void free() : undefined,
    choose: funnel.takes === 'named' ? undefined : asks('review'),
    open: talk && (() => open(talk)),
    find: () => finder.current?.focus(),
  });

  return (
    <section className={classes.talks} aria-label="Talks">
      <div className={classes.bar}>
        <Chips
          label="Talks shown"
          chosen={show}
          options={views.map((view) => ({ ...view, n: counts?.[view.value], isWarning: view.value === 'chosen' }))}
          onChoose={(value) => choose({ show: value === 'all' ? null : value })}
        />
        <TextField
          ref={finder}
          aria-label="Find a talk"
          placeholder="Find a talk"
          value={search}
          onChange={setSearch}
        />
      </div>
      <Pending of={pages} what="talks" />
      {pages.data && talks.length === 0 && <p className="soft">No talk matches.</p>}
      {talks.length > 0 && (
        <TalkTable
          talks={talks}
          rules={rules}
          active={at}
          canChange={canChange}
          onActive={setActive}
          onToggle={toggle}
          onOpen={open}
        />
      )}
      <ShowMore of={pages} />
      <KeyLine
        of={[
          ['move', ['j'], ['k']],
          ['in or out', ['x']],
          ['pin to a part', ['p']],
          ['choose a review', ['c']],
          ['rows', ['Enter']],
          ['find', ['/']],
        ]}
      />
      {asked?.about === 'out' && (
        <TakeOutDialog
          talk={asked.talk}
          onClose={() => setAsked(null)}
          onTakeOut={(reason) => takeOut(asked.talk, reason)}
        />
      )}
      {asked?.about === 'pin' && (
        <PinDialog talk={asked.talk} onClose={() => setAsked(null)} onPin={(part) => pin(asked.talk, part)} />
      )}
      {asked?.about === 'review' && (
        <ChooseDialog talk={asked.talk} id={id} slug={slug} onClose={() => setAsked(null)} />
      )}
    </section>
  );
}
