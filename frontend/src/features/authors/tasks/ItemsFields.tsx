import { Checkbox, NumberInput, Select } from '@mantine/core';
import { count, plural } from '@/lib/format';
import { type Items, itemsOf, mostSets, setsOf } from './model/items';
import { type RatingSource, useSources } from './requests';
import { SampleFiles } from './SampleFiles';
import classes from './Tasks.module.css';

interface ItemsFieldsProps {
  slug: string;
  isSound: boolean;
  items: Items;
  onItems: (items: Items) => void;
}

const ownList = 'list';

/** What the project has to be rated, for texts, or a list of one's own. */
export function ItemsFields({ slug, isSound, items, onItems }: ItemsFieldsProps) {
  const asked = useSources(slug, !isSound);
  const sources = isSound ? [] : (asked.data?.sources ?? []);
  const choose = (key: string | null) => onItems(itemsOf(sources.find((each) => each.key === key) ?? null));
  return (
    <>
      {sources.length > 0 && (
        <Select
          label="Items"
          description="A set is one sentence, page or paper by all systems"
          data={[
            { value: ownList, label: 'A list of your own' },
            ...sources.map(({ key, name, n_sets }) => ({ value: key, label: `${name} (${count(n_sets)})` })),
          ]}
          value={items.source?.key ?? ownList}
          onChange={choose}
          allowDeselect={false}
        />
      )}
      {items.source ? (
        <SourceFields source={items.source} items={items} onItems={onItems} />
      ) : (
        <SampleFiles isSound={isSound} list={items.list} onList={(list) => onItems({ ...items, list })} />
      )}
    </>
  );
}

function SourceFields({
  source,
  items,
  onItems,
}: { source: RatingSource } & Pick<ItemsFieldsProps, 'items' | 'onItems'>) {
  const { systems, nSets, traps } = items;
  const nSamples = setsOf(items) * (systems.length + Number(traps));
  return (
    <>
      <Checkbox.Group
        label="Systems"
        description="Raters see no names, and all of them in each set"
        value={systems}
        onChange={(chosen) => onItems({ ...items, systems: chosen })}
      >
        <div className={classes.systems}>
          {source.systems.map(({ key, name }) => (
            <Checkbox key={key} value={key} label={name} />
          ))}
        </div>
      </Checkbox.Group>
      <NumberInput
        label="Sets"
        description={`Drawn at random, from as many talks as there are; ${count(source.n_sets)} at most`}
        min={1}
        max={Math.min(mostSets, source.n_sets)}
        allowDecimal={false}
        value={nSets}
        onChange={(value) => onItems({ ...items, nSets: Number(value) || 1 })}
      />
      <Checkbox
        label="An attention check in each set"
        description="A text that says what to choose: who misses it did not read"
        checked={traps}
        onChange={(event) => onItems({ ...items, traps: event.currentTarget.checked })}
      />
      <p className="soft num">
        {systems.length === 0
          ? 'Choose a system.'
          : `${plural(nSamples, 'sample')}: ${plural(setsOf(items), 'set')}, ${plural(systems.length, 'system')}${traps ? ' and an attention check' : ''}. Sets of which a system has nothing are left out.`}
      </p>
    </>
  );
}
