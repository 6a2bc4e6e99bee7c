/**
 * Tables as CSV, as a spreadsheet reads them: what it would run as a formula gets an apostrophe, also after what
 * another spreadsheet splits at. The server writes the same (annotator/platform/writers/table.py).
 */

export type Cell = string | number | null;

export function csv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(written).join(',')}\r\n`).join('');
}

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  // The wide forms are formulas to a spreadsheet set to Japanese or Chinese.
  const inside = cell.replace(/(?<=[;\t\r\n])(?='*[=+\-@＝＋－＠])/g, "'");
  const text = /^'*[=+\-@＝＋－＠\t\r\n]/.test(inside) ? `'${inside}` : inside;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
