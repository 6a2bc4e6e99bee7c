/**
 * Parts of a grid whose rows are chosen, for a list whose rows are not all made or no table. The grid is one tab stop,
 * which the keys of its page move in; so nothing in it is one.
 */

import { Checkbox } from '@mantine/core';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import classes from './Grid.module.css';

interface GridProps extends ComponentProps<'div'> {
  label: string;
  /** The number of all rows, also those that are on no page yet. */
  nRows: number;
  /** The id of the active row's element. */
  active: string | undefined;
  canChoose?: boolean;
}

export function Grid({ label, nRows, active, canChoose = true, ...props }: GridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a grid of which one row is active
    <div
      {...props}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={nRows + 1}
      aria-multiselectable={canChoose}
      aria-activedescendant={active}
    />
  );
}

interface RowProps extends ComponentProps<'div'> {
  /** From 0. */
  index: number;
  isActive: boolean;
  /** Undefined where rows cannot be chosen. */
  isChosen: boolean | undefined;
  onActive: () => void;
  onExtend: () => void;
}

/** A row: a click makes it the active one, with Shift it chooses all up to it. */
export function Row({ index, isActive, isChosen, className = '', onActive, onExtend, ...props }: RowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the page has the keys
    <div
      {...props}
      data-index={index}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      className={`${classes.row} ${className}`}
      onClick={(event) => {
        if ((event.target as HTMLElement).closest('a, button, input, label')) return;
        onActive();
        if (event.shiftKey && isChosen !== undefined) onExtend();
      }}
    />
  );
}

/** The row of the heads. */
export function HeadRow({ className = '', children }: ComponentProps<'div'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid
    <div role="row" tabIndex={-1} className={`${classes.head} ${className}`} aria-rowindex={1}>
      {children}
    </div>
  );
}

interface CellProps extends ComponentProps<'span'> {
  name?: string;
  right?: boolean | undefined;
}

export function Head({ right, ...props }: CellProps) {
  // biome-ignore lint/a11y/useSemanticElements: as the grid
  return <span {...props} role="columnheader" tabIndex={-1} data-right={right || undefined} />;
}

export function Cell({ name, right, ...props }: CellProps) {
  // biome-ignore lint/a11y/useSemanticElements: as the grid
  return <span {...props} role="gridcell" tabIndex={-1} data-cell={name} data-right={right || undefined} />;
}

interface ChooseCellProps {
  label: string;
  isChosen: boolean;
  onToggle: (extend: boolean) => void;
}

/** The box of a row; with Shift it chooses all up to it. */
export function ChooseCell({ label, isChosen, onToggle }: ChooseCellProps) {
  return (
    <Cell name="check">
      <Checkbox
        aria-label={label}
        checked={isChosen}
        tabIndex={-1}
        onChange={() => undefined}
        onClick={(event) => onToggle(event.shiftKey)}
      />
    </Cell>
  );
}

export type Tone = 'good' | 'warm' | 'bad';

interface StateProps {
  Icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
  tone?: Tone | '';
  title?: string;
  children: ReactNode;
}

/** The state of what a row shows, as an icon and a word. */
export function State({ Icon, tone, title, children }: StateProps) {
  return (
    <span className={classes.state} data-tone={tone || undefined} title={title}>
      <Icon size={15} stroke={1.75} aria-hidden="true" />
      {children}
    </span>
  );
}
