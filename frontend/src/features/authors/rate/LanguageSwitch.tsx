import { IconLanguage } from '@tabler/icons-react';
import { languages, nameOf, useSpoken } from './language';
import classes from './Rate.module.css';

/** The language of the page, for the author to choose. */
export function LanguageSwitch() {
  const { words, language, choose } = useSpoken();
  return (
    <label className={classes.language}>
      <IconLanguage size={16} stroke={1.75} aria-hidden="true" />
      <span className="vh">{words.switchLanguage}</span>
      <select value={language} onChange={(event) => choose(event.target.value)}>
        {languages.map((each) => (
          <option key={each} value={each} lang={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
