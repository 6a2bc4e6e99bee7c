/** One file for all that is about findings: the list, and going from one to the next. */

export { findingsOfTexts, openFindings } from '../model/findings';
export { FindingsTab } from './FindingsTab';
export { hasFindings, isListSeen, look, showList, walkFindings } from './walk';
