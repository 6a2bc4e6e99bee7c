/** LaTeX as MathML, which browsers set themselves. Its code is large: import it when a formula is open. */

import katex from 'katex';

/** Definitions could make a short formula of any size, and a corpus has no use for them. */
const defines =
  /\\(?:def|gdef|edef|xdef|let|futurelet|global|long|newcommand|renewcommand|providecommand|DeclareMathOperator)(?![a-zA-Z])/;
/** What reaches outside of the formula: without trust KaTeX would show its name in red, and call the formula valid. */
const outside = /\\(?:href|url|includegraphics|html(?:Class|Data|Id|Style))(?![a-zA-Z])/;
const most = 5000;
/** Browsers stop at some hundreds, and KaTeX runs out of stack at some more. */
const deepest = 100;
const opens = /\\\\|\\[{}]|[{}]|\\(?:left|right)(?![a-zA-Z])|\\(?:begin|end)\s*\{[^{}]*\}/g;

/** What a formula looks like, or what is wrong with it, in a sentence. */
export type Set = { markup: string } | { fault: string };

export function setMath(tex: string): Set {
  if (tex.trim() === '') return { fault: 'There is no formula yet.' };
  if (tex.length > most) return { fault: `It has ${tex.length} characters; ${most} are allowed.` };
  const definition = defines.exec(tex)?.[0];
  if (definition) return { fault: `Formulas define nothing: write out what ${definition} stands for.` };
  const reaching = outside.exec(tex)?.[0];
  if (reaching) return { fault: `Links, pictures and HTML are no part of a formula: leave out ${reaching}.` };
  const depth = depthOf(tex);
  if (depth > deepest) return { fault: `It is nested ${depth} deep; ${deepest} are allowed.` };
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

function depthOf(tex: string): number {
  let [depth, deepestYet] = [0, 0];
  for (const [sign] of tex.matchAll(opens)) {
    if (/^(?:\{|\\left|\\begin)/.test(sign)) deepestYet = Math.max(deepestYet, ++depth);
    else if (/^(?:\}|\\right|\\end)/.test(sign)) depth -= 1;
  }
  return deepestYet;
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
