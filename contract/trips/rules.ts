const isCode = /^(?:[a-z0-9_-]+|[A-Z0-9_-]+)$/

/**
 * Returns the likely code of a place from its name: `Port Harcourt` → port-harcourt. Codes are returned unchanged. Only
 * a list shows whether the place exists.
 */
export function makePlaceCode(written: string): string {
  const words = written.trim()
  if (isCode.test(words)) return words
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9_-]+/g, '-')
}

export const amenities = [
  'ac',
  'wifi',
  'usb',
  'tv',
  'toilet',
  'meal',
  'reclining',
  'luggage',
] as const

export const partsOfDay = ['early', 'morning', 'afternoon', 'evening'] as const

export const tripSorts = ['price', 'departure', 'duration', 'rating'] as const
