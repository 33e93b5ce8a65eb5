const isCode = /^(?:[a-z0-9_-]+|[A-Z0-9_-]+)$/

/**
 * Returns the likely code of a place from its name: `Port Harcourt` → port-harcourt. Codes are returned unchanged. Does
 * not check whether the place exists.
 */
export function makePlaceCode(written: string): string {
  const words = written.trim()
  if (isCode.test(words)) return words
  const plain = words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.replaceAll(/[^a-z0-9_-]+/g, '-')
}

/** The names that say where a motor park is. */
interface ParkPlace {
  name: string
  address: string
  city: string
}

/**
 * Says where a motor park is: its name, its address and its city, each part once, since the address of an imported park
 * repeats its name and its city.
 */
export function formatParkPlace({ name, address, city }: ParkPlace): string {
  return [...new Set([name, ...address.split(', '), city])].join(', ')
}

/** Returns what the address of a motor park says beyond its name and its city; empty if nothing. */
export function formatParkAddress({ name, address, city }: ParkPlace): string {
  return address
    .split(', ')
    .filter((part) => part !== name && part !== city)
    .join(', ')
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
