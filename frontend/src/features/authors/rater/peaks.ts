const bars = 96;

/** How loud each of some stretches of a sound is, from 0 to 1. */
export async function peaksOf(sound: Blob): Promise<number[]> {
  const context = new OfflineAudioContext(1, 1, 24_000);
  const samples = (await context.decodeAudioData(await sound.arrayBuffer())).getChannelData(0);
  const step = Math.max(1, Math.floor(samples.length / bars));
  const peaks = Array.from({ length: bars }, (_, bar) => {
    let most = 0;
    for (let at = bar * step; at < Math.min(samples.length, (bar + 1) * step); at++)
      most = Math.max(most, Math.abs(samples[at] ?? 0));
    return most;
  });
  const most = Math.max(...peaks, 1e-6);
  return peaks.map((peak) => peak / most);
}
