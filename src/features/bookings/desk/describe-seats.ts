import type { SeatCounts } from '#contract/boarding/model'
import { formatCount } from '#contract/quantities'

/** "3 free of 14 seats · 8 sold, 2 held, 1 set aside", without what is none. */
export function describeSeats({ total, free, held, sold, blocked }: SeatCounts): string {
  const taken = [
    sold > 0 && `${sold} sold`,
    held > 0 && `${held} held`,
    blocked > 0 && `${blocked} set aside`,
  ].filter((part) => part !== false)
  const left = `${free} free of ${formatCount(total, 'seat')}`
  return taken.length === 0 ? left : `${left} · ${taken.join(', ')}`
}
