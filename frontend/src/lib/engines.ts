const labels: Record<string, string> = {
  talksumm: 'TalkSumm HMM',
  vecalign: 'vecAlign',
  lexical: 'Lexical',
  lengths: 'Lengths only',
  auto: 'Best available',
};

/** The engines by their proper names; an engine unknown here keeps the name it has. */
export function engineLabel(engine: string): string {
  return labels[engine] ?? engine;
}
