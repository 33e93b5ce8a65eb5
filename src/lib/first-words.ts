/** The first 60 characters of a text, on one line, by which its author knows it again in a list. */
export function firstWords(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
