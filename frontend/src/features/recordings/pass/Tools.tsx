import { SegmentedControl, TextInput } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type RefObject, useMemo } from 'react';
import { useStore } from 'zustand';
import { clock, shortFigure } from '@/lib/format';
import { type Loop, speeds } from '@/lib/sound';
import { Chips } from '@/ui/Chips';
import { usePassEditor, usePassState } from './context';
import { counted, type Filter, filtersOf, filterWords, type Layers } from './model';
import classes from './Pass.module.css';

interface ToolsProps {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  time: RefObject<HTMLInputElement | null>;
}

/** Which masks are shown, and the recording: play, loop, speed, a time to go to. */
export function Tools({ filter, onFilter, time }: ToolsProps) {
  const editor = usePassEditor();
  const { masks } = editor.pass;
  const answers = usePassState((state) => state.answers);
  const counts = useMemo(() => counted(masks, answers), [masks, answers]);
  const shown = filtersOf(editor.isSecond, counts, filter);
  const words = filterWords(editor.isSecond);
  return (
    <section className={classes.tools} aria-label="Masks and recording">
      <div className={classes.filters}>
        <Chips
          label="Masks shown"
          options={shown.map((value) => ({ value, label: words[value], n: counts[value] }))}
          chosen={filter}
          onChoose={(value) => onFilter(value as Filter)}
          isOneRow
        />
      </div>
      {editor.isSecond && <LayersShown />}
      {editor.sound.has && <Recording />}
      <TextInput
        ref={time}
        className={classes.time}
        size="xs"
        aria-label="Go to time"
        placeholder="Go to time (G)"
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') currentTarget.blur();
          if (key !== 'Enter') return;
          const seconds = secondsOf(currentTarget.value);
          if (seconds === null) return editor.say('A time is minutes and seconds, such as 5:32.');
          editor.goToTime(seconds);
          currentTarget.value = '';
          currentTarget.blur();
        }}
      />
    </section>
  );
}

const layers = [
  { value: 'spoken', label: 'Spoken' },
  { value: 'written', label: 'Written' },
  { value: 'both', label: 'Both' },
];

function LayersShown() {
  const editor = usePassEditor();
  const shown = usePassState((state) => state.layers);
  return (
    <>
      <span className={classes.label}>Layers</span>
      <SegmentedControl
        aria-label="Layers"
        size="xs"
        value={shown}
        data={layers}
        onChange={(value) => editor.setComfort({ layers: value as Layers })}
      />
    </>
  );
}

function Recording() {
  const { sound } = usePassEditor();
  const { on, at, loop, speed, trouble } = useStore(sound.store);
  const Icon = on ? IconPlayerPause : IconPlayerPlay;
  return (
    <>
      <button type="button" className={classes.play} aria-label={on ? 'Pause' : 'Play'} onClick={() => sound.toggle()}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </button>
      <span data-field="media-time" className="num">
        {clock(at)}
      </span>
      {trouble && (
        <span role="alert" className={classes.trouble}>
          {trouble}
        </span>
      )}
      <span className={classes.label}>Loop</span>
      <SegmentedControl
        aria-label="Loop"
        size="xs"
        value={loop}
        data={[
          { value: 'off', label: 'Off' },
          { value: 'span', label: 'Span' },
          { value: 'line', label: 'Line' },
        ]}
        onChange={(value) => sound.setLoop(value as Loop)}
      />
      <span className={classes.label}>Speed</span>
      <SegmentedControl
        aria-label="Speed"
        size="xs"
        value={String(speed)}
        data={speeds.map((one) => ({ value: String(one), label: shortFigure(one) }))}
        onChange={(value) => sound.setSpeed(Number(value))}
      />
    </>
  );
}

/** `5:32`, `1:05:32` or seconds; null for anything else. */
export function secondsOf(text: string): number | null {
  const parts = text.trim().split(':');
  if (parts.length > 3 || !parts.every((part) => /^\d+(\.\d+)?$/.test(part))) return null;
  return parts.reduce((sum, part) => 60 * sum + Number(part), 0);
}
