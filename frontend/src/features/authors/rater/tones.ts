/** The test of headphones: some tones in each ear, in a random order. Through a loudspeaker nobody can tell the sides. */
export interface Tones {
  left: number;
  right: number;
}

const most = 4;
const every = 0.45;

export function newTones(random: () => number = Math.random): Tones {
  const one = () => 1 + Math.floor(random() * most);
  return { left: one(), right: one() };
}

/** The sides one after another. */
export function orderOf({ left, right }: Tones, random: () => number = Math.random): (-1 | 1)[] {
  const sides: (-1 | 1)[] = [...Array<-1>(left).fill(-1), ...Array<1>(right).fill(1)];
  return sides
    .map((side) => [random(), side] as const)
    .sort(([a], [b]) => a - b)
    .map(([, side]) => side);
}

/** Resolves when the last tone has ended. */
export async function playTones(tones: Tones): Promise<void> {
  const context = new AudioContext();
  const order = orderOf(tones);
  for (const [at, side] of order.entries()) {
    const begin = context.currentTime + 0.1 + at * every;
    const tone = new OscillatorNode(context, { frequency: 440 });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setTargetAtTime(0.25, begin, 0.01);
    loudness.gain.setTargetAtTime(0, begin + 0.2, 0.01);
    tone
      .connect(loudness)
      .connect(new StereoPannerNode(context, { pan: side }))
      .connect(context.destination);
    tone.start(begin);
    tone.stop(begin + every);
  }
  await new Promise((resolve) => setTimeout(resolve, 1000 * (0.1 + order.length * every)));
  await context.close();
}
