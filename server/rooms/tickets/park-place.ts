import type { ParkDetail } from '#contract/trips/model'

/**
 * Says where a motor park is: its name, its address and its city, each part once, since the address of an imported park
 * repeats its name and its city.
 */
export function formatParkPlace({ name, address, city }: ParkDetail): string {
  return [...new Set([name, ...address.split(', '), city.name])].join(', ')
}
