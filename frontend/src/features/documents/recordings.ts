import { bytes } from '@/lib/format';

/** Endings that browsers play and the server takes. */
const audio = ['aac', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba'];
const video = ['m4v', 'mp4', 'ogv', 'webm'];

const endingOf = (name: string) => name.split(/[?#]/)[0]?.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether there may be pictures to show, by the name of the file or the address. */
export function isVideo(address: string): boolean {
  return !audio.includes(endingOf(address));
}

/** Why a file cannot be uploaded as a recording; null where it can. The server has the last word. */
export function recordingFault(file: { name: string; size: number; type: string }, limit: number): string | null {
  const known = /^(audio|video)\//.test(file.type) || [...audio, ...video].includes(endingOf(file.name));
  if (!known) return `${file.name} is no audio or video file. Expected ${[...audio, ...video].join(', ')}.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > limit) return `${file.name} has ${bytes(file.size)}; at most ${bytes(limit)} are taken.`;
  return null;
}
