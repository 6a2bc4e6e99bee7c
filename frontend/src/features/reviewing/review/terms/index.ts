export { glossaryOf } from '../model/terms';
export { TermList } from './TermList';
