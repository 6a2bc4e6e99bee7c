/** Labels of a row: chosen where it is opened; elsewhere the project's own are shown below its texts. */

import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Judged, judgements } from '@/ui/large/judgements';
import { readOnly } from '../editor/state';
import { classes, useEditor, useKeyText, useReview } from '../frame/context';
import { set } from '../model/gestures';
import {
  applies,
  givenLabels,
  givenValue,
  type Label,
  type LabelValue,
  labelOf,
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

export function Judgement({ row, name }: { row: Row; name: Judged }) {
  const editor = useEditor();
  const words = useReview((state) => labelOf(state.info.labels, name)?.name ?? judgements[name]);
  const put = (next: boolean) => {
    editor.do(set(editor.state.doc, 'label', [row.id], { [name]: next }));
    const now = editor.state.doc.rows.get(row.id);
    editor.set({ contradiction: now?.good_align === false && now.good_mt === true ? row.id : null });
  };
  return (
    <span className={styles.pair}>
      <span className={styles.name}>{words}</span>
      <YesNo name={words} value={row[name]} onChoose={put} />
    </span>
  );
}

export function ErrorTags({ row, isOpen }: { row: Row; isOpen: boolean }) {
  const editor = useEditor();
  const label = useReview((state) => labelOf(state.info.labels, 'error_tags'));
  const { tags } = row;
  const toggle = (tag: string) => {
    const next = tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];
    editor.do(set(editor.state.doc, 'tag', [row.id], { tags: next }));
  };
  return (
    <div className={styles.line}>
      <Values
        key={String(isOpen)}
        label={label}
        name={label?.name ?? 'Error tags'}
        given={tags}
        removal={(tag) => `remove the tag ${tag}`}
        isOpen={isOpen}
        staysOpen={isOpen}
        isAdding
        disabled={tags.length + offered(label, tags).length === 0}
        onChoose={toggle}
      >
        <IconPlus size={13} stroke={1.75} aria-hidden="true" /> tag
      </Values>
    </div>
  );
}

/** `isOpen`: a key asked for the values. */
function Control({ row, label, isOpen }: { row: Row; label: Label; isOpen: boolean }) {
  const editor = useEditor();
  const value = givenValue(row, label.key);
  const put = (next: LabelValue | null) => {
    const labels = { [label.key]: Array.isArray(next) ? [...next] : (next as string | boolean | null) };
    editor.do(set(editor.state.doc, 'label', [row.id], { labels }));
  };
  if (label.type === 'yes_no')
    return <YesNo name={label.name} value={value} onChoose={(answer) => put(value === answer ? null : answer)} />;
  const values = valuesIn(value);
  const shared = {
    label,
    name: label.name,
    given: values,
    isOpen,
    onChoose: (key: string) => put(toggled(label, value, key)),
  };
  if (label.type === 'tags')
    return (
      <Values {...shared} removal={(key) => `remove ${nameOf(label, key)} from ${label.name}`} staysOpen>
        <IconPlus size={13} stroke={1.75} aria-hidden="true" /> add
        <span className="vh"> to {label.name}</span>
      </Values>
    );
  return (
    <Values {...shared}>
      {values.length > 0 ? nameOf(label, values[0] as string) : 'choose'}
      <span className="vh"> for {label.name}</span>
      <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
    </Values>
  );
}

interface YesNoProps {
  name: string;
  value: LabelValue | null;
  onChoose: (answer: boolean) => void;
}

function YesNo({ name, value, onChoose }: YesNoProps) {
  const locked = useReview(readOnly) !== null;
  return (
    <span className={styles.choice} role="radiogroup" aria-label={name}>
      {([true, false] as const).map((answer) => (
        <button
          key={String(answer)}
          type="button"
          role="radio"
          aria-checked={value === answer}
          disabled={locked}
          className={answer ? styles.yes : styles.no}
          onClick={() => onChoose(answer)}
        >
          {value === answer &&
            (answer ? <IconCheck size={13} aria-hidden="true" /> : <IconX size={13} aria-hidden="true" />)}
          {answer ? 'Yes' : 'No'}
        </button>
      ))}
    </span>
  );
}

interface ValuesProps {
  label: Label | undefined;
  name: string;
  /** The values that the row has. */
  given: readonly string[];
  /** Of a label that holds several, the name of the button that takes one away. */
  removal?: (value: string) => string;
  isOpen: boolean;
  /** After a choice. */
  staysOpen?: boolean;
  isAdding?: boolean;
  disabled?: boolean;
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** What a row has of a label that holds values, and the menu that offers them. */
function Values(props: ValuesProps) {
  const { label, name, given: chosen, removal, isOpen, staysOpen = false, onChoose, children } = props;
  const { isAdding = chosen.length === 0, disabled = false } = props;
  const editor = useEditor();
  const locked = useReview(readOnly) !== null;
  const values = offered(label, chosen);
  return (
    <>
      {removal &&
        chosen.map((key) => (
          <button
            key={key}
            type="button"
            className={styles.tag}
            disabled={locked}
            aria-label={removal(key)}
            onClick={() => onChoose(key)}
          >
            {nameOf(label, key)} <IconX size={13} stroke={1.75} aria-hidden="true" />
          </button>
        ))}
      <Menu
        position="bottom-start"
        defaultOpened={isOpen}
        onClose={() => isOpen && editor.set({ opened: null, focus: editor.state.focus + 1 })}
        returnFocus={!isOpen}
        withinPortal
        closeOnItemClick={!staysOpen}
        // It would be a child of the menu that is no item.
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button type="button" className={classes(styles.tag, isAdding && styles.add)} disabled={locked || disabled}>
            {children}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{name}</Menu.Label>
          {values.map(({ key, name }) => (
            <Menu.Item
              key={key}
              leftSection={
                chosen.includes(key) ? (
                  <IconCheck size={14} aria-label="set" />
                ) : (
                  <span style={{ display: 'block', width: 14 }} />
                )
              }
              onClick={() => onChoose(key)}
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
  const setLabels = givenLabels(row, labels);
  if (setLabels.length === 0) return null;
  return (
    <div role="gridcell" tabIndex={-1} className={classes(styles.given, className)}>
      {setLabels.map(({ key, name, text }) => (
        <span key={key}>
          <span>{name}</span> {text}
        </span>
      ))}
    </div>
  );
}
