/** Reading lists as spreadsheets export or copy them. */

export interface Line {
  /** As an editor counts lines, from 1, a quoted line break among them. */
  line: number;
  fields: string[];
  /** Where each field begins in its line, from 1. */
  columns: number[];
  /** A quote was opened in it and never closed: all that follows in the text is in it. */
  isUnclosed?: true;
}

/** What to say of a list in which a quote is not closed; null where all are. */
export function unclosedQuote(lines: readonly Line[]): string | null {
  const open = lines.find(({ isUnclosed }) => isUnclosed);
  return open ? `A quotation mark in line ${open.line} opens a text that never ends. Close it or take it out.` : null;
}

/** The lines of a text with something in them: commas, semicolons or tabs between the columns, quotes around texts. */
export function readCells(text: string): Line[] {
  const clean = text.replace(/^\uFEFF/, '');
  return cells(clean, separatorOf(clean)).filter(({ fields }) => fields.some((field) => field.trim()));
}

/** What stands between columns: whichever there is most of in the first line. */
function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const counted = [',', ';', '\t'].map((mark) => [mark, first.split(mark).length] as const);
  return counted.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function cells(text: string, separator: string): Line[] {
  const lines: Line[] = [];
  let fields: string[] = [];
  let columns: number[] = [];
  let field = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  let lineBegins = 0;
  let fieldBegins = 0;
  const endField = (next: number) => {
    fields.push(field);
    columns.push(Math.max(1, fieldBegins - lineBegins + 1));
    [field, fieldBegins] = ['', next];
  };
  const end = (next: number) => {
    endField(next);
    lines.push({ line: startedAt, fields, columns });
    [fields, columns] = [[], []];
  };
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (mark === '\n') line++;
    if (isQuoted) {
      if (mark !== '"') field += mark;
      else if (text[index + 1] === '"') field += text[index++];
      else isQuoted = false;
    } else if (mark === '"' && field.trim() === '') {
      [isQuoted, field] = [true, ''];
    } else if (mark === separator) {
      endField(index + 1);
    } else if (mark === '\n') {
      end(index + 1);
      startedAt = line;
      lineBegins = index + 1;
    } else if (mark !== '\r') {
      field += mark;
    }
  }
  if (field || fields.length > 0) end(text.length);
  const last = lines.at(-1);
  if (isQuoted && last) last.isUnclosed = true;
  return lines;
}
