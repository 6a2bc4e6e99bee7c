/** A text that is rated as a whole, cut at its empty lines. */
export function Paragraphs({ text }: { text: string }) {
  return text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((paragraph, index) => (
      <p key={index} dir="auto">
        {paragraph}
      </p>
    ));
}
