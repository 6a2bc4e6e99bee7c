/**
 * Puts text on the clipboard. Over plain http, as within a house, browsers keep the clipboard's interface to themselves;
 * there a copy is made as if the person had pressed Ctrl C. Throws where neither works.
 */
export async function putOnClipboard(text: string): Promise<void> {
  // Absent without a secure context, whatever its type says.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) {
    await clipboard.writeText(text);
    return;
  }
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  try {
    // Deprecated, and the only way there is.
    if (!document.execCommand('copy')) throw new Error('the browser refused to copy');
  } finally {
    document.removeEventListener('copy', fill);
  }
}
