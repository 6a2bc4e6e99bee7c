/** What is done to a text before it is compared, by the names of the API. */
export const normalisers = [
  { value: 'plain', label: 'Plain: lower case, no punctuation' },
  { value: 'none', label: 'None: as written' },
];
