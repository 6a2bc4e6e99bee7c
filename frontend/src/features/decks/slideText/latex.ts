/** LaTeX as MathML, which browsers set themselves. Its code is large: import it when a formula is open. */

import katex from 'katex';

/** Definitions could make a short formula of any size, and a corpus has no use for them. */
const defines =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand|DeclareMathOperator)(?![a-zA-Z])/;
const most = 5000;

/** What a formula looks like, or what is wrong with it, in a sentence. */
export type Set = { markup: string } | { fault: string };

export function setMath(tex: string): Set {
  if (tex.trim() === '') return { fault: 'There is no formula yet.' };
  if (tex.length > most) return { fault: `It has ${tex.length} characters; ${most} are allowed.` };
  const definition = defines.exec(tex)?.[0];
  if (definition) return { fault: `Formulas define nothing: write out what ${definition} stands for.` };
  try {
    return {
      markup: katex.renderToString(tex, {
        output: 'mathml',
        displayMode: true,
        trust: false,
        maxExpand: 200,
        maxSize: 20,
        strict: 'ignore',
        throwOnError: true,
      }),
    };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** KaTeX's own sentence, without what it quotes of the formula. */
function faultOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('Too many expansions')) return 'It grows beyond all bounds: something in it stands for itself.';
  const [, what = message, place] =
    /^KaTeX parse error: (.*?)(?: at (position \d+|end of input): .*)?$/s.exec(message) ?? [];
  return place ? `${what}, at ${place}` : what;
}

/** How many commands, signs and letters it has. */
export function nTokens(tex: string): number {
  return tex.match(/\\[a-zA-Z]+|\\.|[^\s{}]/gu)?.length ?? 0;
}
