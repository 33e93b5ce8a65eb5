import type { Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import { makeCharterDriver } from '#demo/country/charters'
import * as history from '#demo/country/charters-past'
import { makeRandomSource } from '#demo/country/random'
import { areAllProvidersStandIns } from '#demo/sandbox/companies'
import { operatorCalls } from '#server/rooms/charters'

type BiddingDeps = PaymentDeps & { seed: number }

/** The number of offers that a request gets in the demo. */
const targetOffers = 3

/** Terms of offers. None mentions fuel, since that is stored with the vehicle. */
const terms = [
  'Driver and tolls are in the price. Overtime by the hour.',
  'The driver is in the price. You pay tolls.',
  'With a second driver on long trips. You pay tolls.',
]

function contextOf(deps: PaymentDeps, { operator_id, key_id }: history.BidderRow): Context {
  const actor = { kind: 'operator', operator_id, key_id, scopes: ['charters'] } as const
  return { ...deps, actor, request_id: 'demo', ip: '127.0.0.1' }
}

/** Returns the context of a call by an operator of the demo. */
export async function makeBidderContext(deps: PaymentDeps, code: string): Promise<Context> {
  const bidder = (await history.findBidders(deps.db)).find((one) => one.code === code)
  if (bidder === undefined) throw new Error(`${code} has no key`)
  return contextOf(deps, bidder)
}

/** Makes at most `max_offers` operators of the demo answer a request. Returns how many did. */
export async function answerCharterRequest(
  stage: BiddingDeps,
  reference: string,
  max_offers: number,
): Promise<number> {
  let offers = 0
  for (const bidder of await history.findBidders(stage.db)) {
    if (offers >= max_offers) break
    if (await bid(stage, bidder, reference)) offers += 1
  }
  return offers
}

/** Withdraws the open offer of the last operator (by code) that has one. */
export async function withdrawLastOffer(stage: BiddingDeps, reference: string): Promise<void> {
  for (const bidder of (await history.findBidders(stage.db)).toReversed()) {
    const ctx = contextOf(stage, bidder)
    const { data } = await operatorCalls.listOperatorCharterRequests(ctx, {
      page: 1,
      per_page: 100,
    })
    const mine = data.find((one) => one.reference === reference)?.mine
    if (mine?.state !== 'open') continue
    await operatorCalls.withdrawCharterOffer(ctx, { id: mine.id })
    return
  }
}

/**
 * Offers the cheapest fitting vehicle, at about its marketplace price. Returns false if the operator has none, or has
 * made an offer before.
 */
async function bid(
  stage: BiddingDeps,
  bidder: history.BidderRow,
  reference: string,
): Promise<boolean> {
  const ctx = contextOf(stage, bidder)
  const { data } = await operatorCalls.listOperatorCharterRequests(ctx, { page: 1, per_page: 100 })
  const request = data.find((one) => one.reference === reference)
  const vehicle = request?.vehicles[0]
  if (request === undefined || vehicle === undefined || request.mine !== null) return false
  const chance = makeRandomSource(stage.seed, `offer ${bidder.code} ${request.from} ${request.km}`)
  const percent = chance.between(88, 112)
  await operatorCalls.offerCharter(ctx, {
    reference,
    vehicle_id: vehicle.id,
    hire_kobo: Math.max(100_000, Math.round((vehicle.hire_kobo * percent) / 100 / 50_000) * 50_000),
    terms: chance.pick(terms),
    valid_hours: 48,
  })
  return true
}

/**
 * Answers open requests as operators would: two offers within a minute and a third in the next. Names drivers of paid
 * charters. Does nothing without a demo country, or if real payment companies are configured.
 */
export async function answerCharterRequests(deps: PaymentDeps): Promise<void> {
  const { db, config } = deps
  if (!areAllProvidersStandIns(config)) return
  const ground = await history.findCharterContext(db)
  if (ground === undefined) return
  for (const [reference, offers] of await history.findUnansweredRequests(db, targetOffers))
    await inStage(deps, ground.seed, (stage) =>
      answerCharterRequest(stage, reference, offers === 0 ? 2 : 1),
    )
  for (const [number, { reference, operator_id, plate }] of (
    await history.findChartersWithoutDriver(db)
  ).entries())
    await inStage(deps, ground.seed, async (stage) => {
      const bidder = (await history.findBidders(stage.db)).find(
        (one) => one.operator_id === operator_id,
      )
      if (bidder === undefined) return
      await operatorCalls.setCharterDriver(contextOf(stage, bidder), {
        reference,
        ...makeCharterDriver(number, plate),
      })
    })
}

const inStage = (deps: PaymentDeps, seed: number, work: (stage: BiddingDeps) => Promise<unknown>) =>
  inTransaction(deps.db, (tx: Db) => work({ ...deps, db: tx, seed }))
