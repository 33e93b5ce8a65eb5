const isCode = /^(?:[a-z0-9_-]+|[A-Z0-9_-]+)$/

/**
 * The code that a place most likely has, of its name as people write it: `Port Harcourt`, port-harcourt. What is
 * written as codes are stays as it is; whether there is such a place, only a list of them knows.
 */
export function placeCode(written: string): string {
  const words = written.trim()
  if (isCode.test(words)) return words
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9_-]+/g, '-')
}
