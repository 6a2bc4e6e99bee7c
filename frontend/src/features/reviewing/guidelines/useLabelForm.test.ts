import { act, renderHook } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, it, vi } from 'vitest';
import type { Label } from '@/features/reviewing/requests/guidelines';
import { useLabelForm } from './LabelDialog';
import { blankLabel } from './model';

const submit = { preventDefault: () => undefined } as FormEvent;

function start(label: Label) {
  const onSave = vi.fn();
  const { result } = renderHook(() => useLabelForm(label, [], onSave));
  return { onSave, result, does: (change: (form: typeof result.current) => void) => act(() => change(result.current)) };
}

it('takes the key of a new label from its name until somebody writes one', () => {
  const { result, does } = start(blankLabel([]));
  does(({ rename }) => rename('Tone'));
  does(({ rename }) => rename('Tone of voice'));
  expect(result.current.label.key).toBe('tone_of_voice');
  does(({ change }) => change({ key: 'tone' }));
  does(({ rename }) => rename('Voice'));
  expect(result.current.label).toMatchObject({ name: 'Voice', key: 'tone' });
});

it('names a fault only after an attempt to save, and saves without blanks', () => {
  const { onSave, result, does } = start(blankLabel([]));
  expect(result.current.faultAt('name')).toBeUndefined();
  does(({ save }) => save(submit));
  expect(result.current.faultAt('name')).toBe('Enter a name.');
  does(({ rename }) => rename(' Tone '));
  does(({ save }) => save(submit));
  expect(onSave).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Tone', key: 'tone' }));
});

it('requires nothing that is hidden', () => {
  const { result, does } = start({ ...blankLabel([]), key: 'tone', name: 'Tone', required: true });
  does(({ hide }) => hide(true));
  expect(result.current.label).toMatchObject({ hidden: true, required: false });
  does(({ hide }) => hide(false));
  expect(result.current.label).toMatchObject({ hidden: false, required: false });
});
