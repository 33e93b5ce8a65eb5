import { expect } from 'vitest'
import type { Db } from '#server/db/client'
import { rooms } from '#server/rooms'
import { countViolations, type Invariant } from '#tests/load/invariants/invariants'

const sound: readonly Invariant[] = [
  'seats sold twice, by claims',
  'seats sold twice, by tickets',
  'ticket and claim differ',
  'confirmed without a ticket for every passenger',
  'two payments bought one booking, or two sets of tickets',
  'refunded with a live ticket',
  'refunded more than paid',
  'prepaid money left over',
  'trial balance is not zero',
  'counter sale without its payment, payment without its sale, or another sum',
  'drawer that is not its float, its cash sales and fees, and its refunds',
  'difference of a move not taken at the counter as its booking says',
  'a move gave back more than cancelling would have',
  'more cash paid out for a counter sale than it took',
  'storage fee in a drawer and not in the ledger, or of a parcel that was not handed over',
  'parcel of nobody that no counter sold',
  'parcel paid, and not by one payment’s worth',
  'parcel paid without waybill, PIN or its one event, or not paid with them',
  'parcel called off and its money kept, or given back and not called off',
]

/** Expects that no seat is sold twice and no money is lost, by the invariants of the counter and all rooms' checks. */
export async function expectConsistentSales(db: Db): Promise<void> {
  for (const name of sound) expect([name, await countViolations(db, name)]).toEqual([name, 0])
  for (const room of rooms) {
    if (room.findFaults) expect(await room.findFaults(db)).toEqual([])
    for (const payable of room.payables ?? []) expect(await payable.findFaults(db)).toEqual([])
  }
}
