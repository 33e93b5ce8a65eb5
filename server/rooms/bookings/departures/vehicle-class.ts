/** The value of a seat as a percentage of a seat in a 15-seater, according to fares in Nigeria. */
const worth: Readonly<Record<string, number>> = {
  sienna: 130,
  'sprinter-18': 115,
  'hiace-15': 100,
  'coaster-28': 90,
  'coach-45': 85,
  'coach-49': 76,
  'coach-59': 73,
}

/**
 * Returns the value of a seat in `to` as a whole percentage of a seat in `from`. It is at most 100, since nobody pays
 * more for a better vehicle. An unknown vehicle counts as a 15-seater.
 */
export function computeSeatValuePercent(from: string, to: string): number {
  return Math.min(100, Math.round((100 * (worth[to] ?? 100)) / (worth[from] ?? 100)))
}
