import { type FormEvent, useState } from 'react';
import type { Label } from '@/features/reviewing/requests/guidelines';
import { faultOf, keyFrom } from './model';

/** A label that is being written, and what is wrong with it once somebody has tried to save it. */
export function useLabelForm(start: Label, others: readonly Label[], onSave: (label: Label) => void) {
  const [label, setLabel] = useState(start);
  const [isTried, setTried] = useState(false);
  const isNew = start.key === '';
  const change = (next: Partial<Label>) => setLabel((before) => ({ ...before, ...next }));
  const fault = faultOf(label, others);
  return {
    label,
    isNew,
    change,
    /** The key of a new label follows its name until somebody writes one. */
    rename: (name: string) =>
      change(isNew && label.key === keyFrom(label.name) ? { name, key: keyFrom(name) } : { name }),
    hide: (hidden: boolean) => change({ hidden, ...(hidden && { required: false }) }),
    faultAt: (field: NonNullable<typeof fault>['field']) =>
      isTried && fault?.field === field ? fault.text : undefined,
    save: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (!fault) onSave({ ...label, name: label.name.trim() });
    },
  };
}
