const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** Reads the message of Google's stand-in window to the page that opened it. */
export function parseGoogleAnswer(html: string): Record<string, string> {
  const written = /data-answer="([^"]*)"/.exec(html)?.[1] ?? '{}'
  return JSON.parse(written.replaceAll(/&[^;]+;/g, (entity) => characters[entity] ?? entity))
}
