import type { Actor, Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import * as history from '#demo/country/waitlist'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import { areAllProvidersStandIns } from '#demo/sandbox/companies'
import { joinWaitingList, offerDeparture, offerSeats } from '#server/rooms/waitlist'

/**
 * Gives the demo country travel requests, waiting lists, offers and alerts in every state, once. Needs the job queue.
 * Returns whether it did something.
 */
export async function seedTravelRequests(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await history.claimTravelRequests(tx)
    if (ground === undefined) return false
    await history.writeTravelRequests({ ...ground, db: tx })
    const full = await history.findDepartureToSellOut(tx)
    if (full === undefined) return true
    await history.sellOut(tx, full.trip_id, 0)
    for (const [at, { email }] of demoPeople.entries()) {
      const user_id = makeSeedId(ground.seed, `person ${email}`)
      const as = { kind: 'user', user_id, login_id: user_id } as const
      const list = { trip_id: full.trip, travellers: at + 1 }
      await joinWaitingList(contextOf({ ...deps, db: tx }, as), list)
    }
    // One seat becomes free: the first person on the list gets an offer, the others wait.
    await history.sellOut(tx, full.trip_id, 1)
    await offerSeats({ db: tx, config: deps.config }, full.trip_id)
    return true
  })
}

function contextOf(deps: PaymentDeps, actor: Actor): Context {
  return { ...deps, actor, request_id: 'demo', ip: '127.0.0.1' }
}

/** Plays operators: offers a bus for each route of the next month that was requested at least a minute ago. */
export async function offerBuses(deps: PaymentDeps): Promise<void> {
  if (!areAllProvidersStandIns(deps.config)) return
  for (const { id, operator_id, key_id, ...departure } of await history.findUnofferedRequests(
    deps.db,
  )) {
    const as = { kind: 'operator', operator_id, key_id, scopes: ['departures'] } as const
    await inTransaction(deps.db, (tx) =>
      offerDeparture(contextOf({ ...deps, db: tx }, as), { request: id, departure }),
    )
  }
}
