import type { ParkDetail } from '#contract/trips/model'

/**
 * Formats the place of a motor park as name, address and city. Leaves out what the address of an imported park repeats
 * of its name and city.
 */
export function formatParkPlace({ name, address, city }: ParkDetail): string {
  return [...new Set([name, ...address.split(', '), city.name])].join(', ')
}
