const isCode = /^(?:[a-z0-9_-]+|[A-Z0-9_-]+)$/

/**
 * The likely code of a place from its name: `Port Harcourt` → port-harcourt. Codes stay unchanged. Whether the place
 * exists, only a list can tell.
 */
export function placeCode(written: string): string {
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
