/** The project's own labels: chosen in the opened row, and shown below the texts of every other row. */

import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { readOnly } from '../editor/state';
import { classes, useEditor, useKeyText, useReview } from '../frame/context';
import { set } from '../model/gestures';
import {
  applies,
  givenLabels,
  givenValue,
  type Label,
  type LabelValue,
  nameOf,
  offered,
  ownLabels,
  toggled,
  valuesIn,
} from '../model/labels';
import type { Row } from '../model/types';
import styles from './OpenedRow.module.css';

export function OwnLabels({ row }: { row: Row }) {
  const labels = useReview((state) => state.info.labels);
  const opened = useReview((state) => state.opened);
  const { key } = useKeyText();
  const shown = ownLabels(labels).filter((label) => applies(label, row) || givenValue(row, label.key) !== null);
  return shown.map((label) => {
    const isOpen = opened?.row === row.id && opened.part === 'labels' && opened.label === label.key;
    const digit = label.shortcut && key(`own_label_${label.shortcut}`);
    return (
      <div key={label.key} className={styles.line} role="group" aria-label={label.name}>
        <span className={styles.name} title={digit ? `${label.name} (${digit})` : label.name}>
          {label.name}
          {label.required && givenValue(row, label.key) === null && applies(label, row) && (
            <span className={styles.missing}> required</span>
          )}
        </span>
        <Control key={String(isOpen)} row={row} label={label} isOpen={isOpen} />
      </div>
    );
  });
}

interface ControlProps {
  row: Row;
  label: Label;
  /** A key asked for the values. */
  isOpen: boolean;
}

function Control({ row, label, isOpen }: ControlProps) {
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  const value = givenValue(row, label.key);
  const put = (next: LabelValue | null) => {
    const labels = { [label.key]: Array.isArray(next) ? [...next] : (next as string | boolean | null) };
    editor.do(set(editor.state.doc, 'label', [row.id], { labels }));
  };
  const close = () => editor.set({ opened: null, focus: editor.state.focus + 1 });
  if (label.type === 'yes_no') {
    return (
      <span className={styles.choice} role="radiogroup" aria-label={label.name}>
        {([true, false] as const).map((answer) => (
          <button
            key={String(answer)}
            type="button"
            role="radio"
            aria-checked={value === answer}
            disabled={locked}
            className={answer ? styles.yes : styles.no}
            onClick={() => put(value === answer ? null : answer)}
          >
            {value === answer &&
              (answer ? <IconCheck size={13} aria-hidden="true" /> : <IconX size={13} aria-hidden="true" />)}
            {answer ? 'Yes' : 'No'}
          </button>
        ))}
      </span>
    );
  }
  const several = label.type === 'tags';
  const given = valuesIn(value);
  const toggle = (key: string) => put(toggled(label, value, key));
  return (
    <>
      {several &&
        given.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.tag}
            disabled={locked}
            aria-label={`remove ${nameOf(label, key)} from ${label.name}`}
            onClick={() => toggle(key)}
          >
            {nameOf(label, key)} <IconX size={13} stroke={1.75} aria-hidden="true" />
          </button>
        ))}
      <Menu
        position="bottom-start"
        defaultOpened={isOpen}
        onClose={() => isOpen && close()}
        returnFocus={!isOpen}
        withinPortal
        closeOnItemClick={!several}
      >
        <Menu.Target>
          <button type="button" className={classes(styles.tag, given.length === 0 && styles.add)} disabled={locked}>
            {several ? (
              <>
                <IconPlus size={13} stroke={1.75} aria-hidden="true" /> add
                <span className="vh"> to {label.name}</span>
              </>
            ) : (
              <>
                {given.length > 0 ? nameOf(label, given[0] as string) : 'choose'}
                <span className="vh"> for {label.name}</span>
                <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
              </>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{label.name}</Menu.Label>
          {offered(label, value).map(({ key, name }) => (
            <Menu.Item
              key={key}
              leftSection={
                given.includes(key) ? (
                  <IconCheck size={14} aria-label="set" />
                ) : (
                  <span style={{ display: 'block', width: 14 }} />
                )
              }
              onClick={() => toggle(key)}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** What a row has, where it is not opened. */
export function GivenLabels({ row, className }: { row: Row; className: string | undefined }) {
  const labels = useReview((state) => state.info.labels);
  const given = givenLabels(row, labels);
  if (given.length === 0) return null;
  return (
    <div role="gridcell" tabIndex={-1} className={classes(styles.given, className)}>
      {given.map(({ key, name, text }) => (
        <span key={key}>
          <span>{name}</span> {text}
        </span>
      ))}
    </div>
  );
}
