import { NumberInput } from '@mantine/core';
import { TextField } from '@/ui/TextField';
import type { useFields } from '@/ui/useFields';

interface Study {
  responsible: string;
  contact_email: string;
  answers_kept_years: number;
}

/** What authors and raters read in the consent of who asks them, and whom they write to. */
export function StudyFields({ field }: { field: ReturnType<typeof useFields<Study>>['field'] }) {
  return (
    <>
      <TextField
        label="Responsible for ratings"
        description="A person and an institution. Authors and raters read it before they agree."
        maxLength={200}
        {...field('responsible')}
      />
      <TextField
        label="Contact for authors and raters"
        description="Named in the consent and in invitations, whose replies go there. If empty, replies go to the person who sent the invitation."
        type="email"
        {...field('contact_email')}
      />
      <NumberInput
        label="Years that ratings are kept"
        description="As the consent says; 0 if it does not. Lectern does not delete them by itself."
        min={0}
        max={100}
        allowDecimal={false}
        {...field('answers_kept_years')}
      />
    </>
  );
}
