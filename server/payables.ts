import type { Payable } from '#server/platform/payable'
import type { Room } from '#server/room'
import { rooms } from '#server/rooms'

/** What can be paid, of these rooms. */
export const payablesOf = (all: readonly Room[]): readonly Payable[] =>
  all.flatMap(({ payables }) => payables ?? [])

export const payables = payablesOf(rooms)
