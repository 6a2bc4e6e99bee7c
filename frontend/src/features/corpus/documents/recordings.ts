import { bytes } from '@/lib/format';

/** Extensions that browsers play and the server accepts. */
const audio = ['aac', 'flac', 'm4a', 'mp3', 'oga', 'ogg', 'opus', 'wav', 'weba'];
const video = ['m4v', 'mp4', 'ogv', 'webm'];

const endingOf = (name: string) => name.split(/[?#]/)[0]?.split('.').at(-1)?.toLowerCase() ?? '';

/** Whether there may be pictures to show, judging by the name of the file or its address. */
export function isVideo(address: string): boolean {
  return !audio.includes(endingOf(address));
}

/** Why a file cannot be uploaded as a recording, or null. The server has the last word. */
export function recordingFault(file: { name: string; size: number; type: string }, limit: number): string | null {
  const known = /^(audio|video)\//.test(file.type) || [...audio, ...video].includes(endingOf(file.name));
  if (!known) return `${file.name} is not an audio or video file. Supported: ${[...audio, ...video].join(', ')}.`;
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > limit) return `${file.name} is too large: ${bytes(file.size)}, at most ${bytes(limit)}.`;
  return null;
}
