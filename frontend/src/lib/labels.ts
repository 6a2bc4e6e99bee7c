/** The rows that a label applies to, in words. */
export const appliesTo = {
  all: 'All rows',
  linked: 'Linked rows',
  null: 'Rows with an empty side',
  source: 'Rows with a source only',
  target: 'Rows with a target only',
} as const;

/** The keys in reviews of the labels that every project has, until somebody rebinds them. */
export const labelKeys = { good_align: 'a', good_mt: 't', null_reason: 'd', error_tags: 'q' } as const;

/** The kind of value that a label holds. */
export const labelTypes = {
  yes_no: 'Yes or no',
  choice: 'One of several',
  tags: 'Any of several',
} as const;
