const isCode = /^(?:[a-z0-9_-]+|[A-Z0-9_-]+)$/

/**
 * The likely code of a place from its name: `Port Harcourt` is port-harcourt. Codes stay as they are; only a list
 * can tell whether the place exists.
 */
export function placeCode(written: string): string {
  const words = written.trim()
  if (isCode.test(words)) return words
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9_-]+/g, '-')
}
