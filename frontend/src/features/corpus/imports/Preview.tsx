import type { ImportFile, PreviewRow, PreviewUnit, Section } from '@/api/types';
import { clock, count } from '@/lib/format';
import classes from './Preview.module.css';

/** The first units as they would be stored, or the first rows of a bitext. */
export function Preview({ file }: { file: ImportFile }) {
  const { sections, units, rows } = file.preview;
  const shown = rows.length || units.length;
  if (shown === 0) return <p className="soft">This file has no text to import.</p>;
  return (
    <>
      {rows.length > 0 ? <Rows rows={rows} /> : <Units sections={sections} units={units} language={file.language} />}
      {rows.length === 0 && file.n_units > units.length && (
        <p className="soft">
          The first {count(units.length)} of {count(file.n_units)}.
        </p>
      )}
    </>
  );
}

function Units({ sections, units, language }: { sections: Section[]; units: PreviewUnit[]; language: string }) {
  return (
    <ol className={classes.units} lang={language || undefined}>
      {units.map((unit, index) => {
        const section = sections.find(({ position }) => position === unit.section);
        const opens = section && units[index - 1]?.section !== unit.section;
        return (
          <li key={unit.position}>
            {opens && (
              <h3 dir="auto">
                {section.number} {section.heading}
              </h3>
            )}
            <span className="num">{unit.start_seconds === null ? unit.position + 1 : clock(unit.start_seconds)}</span>
            <p dir="auto">{unit.text}</p>
          </li>
        );
      })}
    </ol>
  );
}

function Rows({ rows }: { rows: PreviewRow[] }) {
  const several = new Set(rows.map(({ title }) => title)).size > 1;
  return (
    <ol className={classes.rows}>
      {rows.map((row, index) => (
        <li key={index}>
          {row.title !== rows[index - 1]?.title && several && <h3 dir="auto">{row.title}</h3>}
          <p dir="auto">{row.source.join(' ') || '–'}</p>
          <div>
            <p dir="auto">{row.target.join(' ') || '–'}</p>
            {row.offline.some(Boolean) && (
              <p dir="auto" className={classes.offline}>
                <span className="vh">Offline translation: </span>
                {row.offline.join(' ')}
              </p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
