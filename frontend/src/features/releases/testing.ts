/** How the release that tests show was made and reviewed. */
export const howReviewed = {
  engine_groups: [
    {
      engine: 'lexical',
      options: 'max_source:auto|v:1.3.0',
      encoder: null,
      n_talks: 20,
      rows: 884,
      proposal_hidden: 0,
    },
  ],
  reviewing: { reviewers: 5, judges: 1, reviews_per_row: 2.1 },
  agreement: [
    {
      key: 'links',
      name: 'Links',
      statistic: 'F1' as const,
      value: 0.93,
      low: 0.92,
      high: 0.94,
      n_talks: 19,
      n_units: 700,
    },
  ],
  guidelines_versions: [{ version: 2, rows: 884 }],
  basis: { adjudicated: 884, single: 0, agreed: 0, chosen: 0, implicit: 0 },
};
