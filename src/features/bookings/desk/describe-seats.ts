import type { SeatCounts } from '#contract/boarding/model'
import { formatCount } from '#contract/quantities'

/** Formats seats as “3 free of 14 seats · 8 sold, 2 held, 1 set aside”. Numbers that are 0 are left out. */
export function describeSeats({ total, free, held, sold, blocked }: SeatCounts): string {
  const taken = [
    sold > 0 && `${sold} sold`,
    held > 0 && `${held} held`,
    blocked > 0 && `${blocked} set aside`,
  ].filter((part) => part !== false)
  const left = `${free} free of ${formatCount(total, 'seat')}`
  return taken.length === 0 ? left : `${left} · ${taken.join(', ')}`
}
