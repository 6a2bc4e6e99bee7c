/** The filters of the toolbar, with how many rows each matches; those that are rarely used are in a menu. */

import { Menu } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Fragment, type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { limits } from '@/lib/confidence';
import { probability } from '@/lib/format';
import { isFiltered } from '../editor/view';
import { useReview, useReviewParts } from '../frame/context';
import { useWide } from '../frame/useWide';
import { countsOf, type FilterInfo, type FilterKey, filtersFor, hasLabel, type View } from '../model/filters';
import { choicesOf, labelText, ownLabels, valueWords } from '../model/labels';
import styles from './Toolbar.module.css';

/** Changes what is seen. click : by which it was chosen, if it was. */
export type ChangeView = (change: Partial<View>, click?: MouseEvent) => void;

export function Filters({ view, put }: { view: View; put: ChangeView }) {
  const { doc, facts } = useReviewParts((state) => ({ doc: state.doc, facts: state.facts }));
  // Counting may lag behind the hand; moving never waits for it.
  const settled = useDeferredValue(doc);
  const settledFacts = useDeferredValue(facts);
  const counts = useMemo(() => countsOf(settled, settledFacts, view.below), [settled, settledFacts, view.below]);
  const filters = filtersFor(doc.kind);
  const without = (key: FilterKey) => view.filters.filter((other) => other !== key);
  const toggle = (key: FilterKey, click: MouseEvent) =>
    put({ filters: view.filters.includes(key) ? without(key) : [...view.filters, key] }, click);
  const labels = useReview((state) => state.info.labels);
  // Only what is seen is counted: each is a look at all rows.
  const [counting, setCounting] = useState(false);
  const labelCounts = (text: string) => {
    let n = 0;
    for (const row of settled.rows.values()) if (hasLabel(row, text)) n += 1;
    return n;
  };
  const toggleLabel = (text: string, click: MouseEvent) => {
    const labels = view.labels.filter((other) => other !== text);
    put({ labels: labels.length < view.labels.length ? labels : [...labels, text] }, click);
  };
  const wide = useWide();
  const pressed = useRef<HTMLButtonElement>(null);
  // What the counts take of the bar may push what was just chosen beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked for when another filter is on
  useEffect(() => {
    pressed.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [view.filters]);
  const isShown = ({ key, shown }: FilterInfo) =>
    shown === 'always' || (wide && shown === 'wide') || view.filters.includes(key);
  return (
    <>
      <button
        type="button"
        className={styles.filter}
        aria-pressed={!isFiltered(view)}
        onClick={(click) => put({ filters: [], labels: [], query: '' }, click)}
      >
        All <span>{doc.order.length}</span>
      </button>
      {filters.filter(isShown).map(({ key, label }) => {
        const isOn = view.filters.includes(key);
        return (
          <button
            key={key}
            ref={key === view.filters.at(-1) ? pressed : undefined}
            type="button"
            className={styles.filter}
            aria-pressed={isOn}
            onClick={(click) => toggle(key, click)}
          >
            {key === 'below' ? `${label} ${probability(view.below)}` : label} <span>{counts[key]}</span>
            {isOn && <IconX size={12} stroke={1.75} aria-hidden="true" />}
          </button>
        );
      })}
      {view.labels.map((text) => (
        <button
          key={text}
          type="button"
          className={styles.filter}
          aria-pressed
          onClick={(click) => toggleLabel(text, click)}
        >
          {labelText(labels, text)} <span>{labelCounts(text)}</span>
          <IconX size={12} stroke={1.75} aria-hidden="true" />
        </button>
      ))}
      <Menu
        position="bottom-start"
        withinPortal
        // It would be a child of the menu that is no item.
        withInitialFocusPlaceholder={false}
        onOpen={() => setCounting(true)}
        onClose={() => setCounting(false)}
      >
        <Menu.Target>
          <button type="button" className={styles.filter} aria-label="Filter, more">
            <IconPlus size={14} stroke={1.75} aria-hidden="true" />
            Filter
          </button>
        </Menu.Target>
        <Menu.Dropdown className={styles.long}>
          {filters
            .filter((filter) => !isShown(filter))
            .map(({ key, label }) => (
              <Menu.Item key={key} onClick={(click) => toggle(key, click)} rightSection={<span>{counts[key]}</span>}>
                {label}
              </Menu.Item>
            ))}
          {ownLabels(labels).map((label) => (
            <Fragment key={label.key}>
              <Menu.Divider />
              <Menu.Label>{label.name}</Menu.Label>
              {choicesOf(label)
                .filter((text) => !view.labels.includes(text))
                .map((text) => (
                  <Menu.Item
                    key={text}
                    onClick={(click) => toggleLabel(text, click)}
                    rightSection={<span>{counting && labelCounts(text)}</span>}
                  >
                    {valueWords(labels, text)}
                  </Menu.Item>
                ))}
            </Fragment>
          ))}
          <Menu.Divider />
          <Menu.Label>Confidence below</Menu.Label>
          {limits.map((below) => (
            <Menu.Item key={below} onClick={(click) => put({ below, filters: [...without('below'), 'below'] }, click)}>
              {probability(below)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
