import { SegmentedControl } from '@mantine/core';
import type { System } from '@/features/releases/requests/systems';
import { useAddressParams, useChooseParams } from '@/lib/useChooseParams';
import { forms as names } from './normalisers';

type WithOptions = Pick<System, 'id' | 'options'>;

const formOf = ({ options }: WithOptions) => String(options.normaliser ?? '');

/** Normalisers that recognisers were scored under, and the one that is looked at: of the open output, or the first. */
export function useForm(systems: readonly WithOptions[]): { forms: string[]; form: string } {
  const params = useAddressParams();
  const used = new Set(systems.map(formOf));
  const forms = Object.keys(names).filter((name) => used.has(name));
  const open = systems.find(({ id }) => String(id) === params.get('output'));
  const asked = params.get('form') ?? '';
  return { forms, form: (open && formOf(open)) || (forms.includes(asked) ? asked : (forms[0] ?? '')) };
}

/** What has no form is of every form. */
export const isOfForm = (system: WithOptions, form: string): boolean => ['', form].includes(formOf(system));

/** Which of the normalisers is looked at: what is scored under different ones cannot be compared. */
export function FormSwitch({ systems }: { systems: readonly WithOptions[] }) {
  const { forms, form } = useForm(systems);
  const choose = useChooseParams();
  if (forms.length < 2) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Form"
      data={forms.map((value) => ({ value, label: names[value] ?? value }))}
      value={form}
      onChange={(value) => choose({ form: value, output: null, talk: null })}
    />
  );
}
