import type { Charter } from '#contract/charters/trips/model'
import type { Actor, Context, PaymentDeps } from '#server/context'
import { type Db, inTransaction } from '#server/db/client'
import {
  type DemoCharter,
  demoCharters,
  demoRequests,
  type DemoRequest,
  makeCharterDriver,
  vehicleReviews,
} from '#demo/country/charters'
import * as history from '#demo/country/charters-past'
import { setClock, withClock } from '#demo/country/histories'
import type { HistoryContext } from '#demo/country/history-money'
import { demoPeople } from '#demo/country/people'
import { makeSeedId } from '#demo/country/random'
import {
  makeCharterCode,
  customerCalls,
  issueCharterInvoice,
  sweepCharters,
  operatorCalls,
} from '#server/rooms/charters'
import { answerCharterRequest, makeBidderContext, withdrawLastOffer } from './bidding.ts'
import { payAtStandIn } from './payment.ts'

const dayMs = 86_400_000

interface CharterStage extends HistoryContext, Omit<PaymentDeps, 'db'> {}

/**
 * Gives the people of the demo country charters, requests and offers in every state, once, in one transaction and
 * without notifications. Uses the functions of the product. Returns whether it did something.
 */
export async function seedCharters(db: Db, deps: Omit<PaymentDeps, 'db'>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const ground = await history.claimCharters(tx)
    const kid = deps.config.ticket_keys.find(({ state }) => state === 'active')?.kid
    if (ground === undefined || kid === undefined) return false
    const stage = { ...deps, db: tx, kid, ...ground }
    await withClock(tx, async () => {
      for (const [number, it] of demoCharters.entries()) await live(stage, it, number)
      await setClock(tx, 0)
      for (const [number, it] of demoRequests.entries()) await ask(stage, it, number)
    })
    await history.deleteCharterMessages(tx)
    return true
  })
}

const personOf = (owner: 0 | 1) => demoPeople[owner]

function userContext(stage: CharterStage, owner: 0 | 1): Context {
  const user_id = makeSeedId(stage.seed, `person ${personOf(owner).email}`)
  return contextOf(stage, { kind: 'user', user_id, login_id: user_id })
}

const contextOf = ({ db, config, log, payables }: CharterStage, actor: Actor): Context => ({
  db,
  config,
  log,
  payables,
  actor,
  request_id: 'demo',
  ip: '127.0.0.1',
})

const contactOf = (owner: 0 | 1) => {
  const { full_name, phone } = personOf(owner)
  return { full_name, phone }
}

const dayAhead = ({ today }: CharterStage, days: number) =>
  new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)

/** Hires a vehicle for a date about two months away, then moves the charter to its intended date. */
async function live(stage: CharterStage, it: DemoCharter, number: number): Promise<void> {
  const { db } = stage
  const about = `charter ${number}`
  // Until they are moved, charters have different days, so that they do not conflict.
  const hired = 60 + number * 5
  const from = dayAhead(stage, hired)
  const until = dayAhead(stage, hired + it.days + 1)
  const vehicle_id = await history.findVehicle(db, {
    city: it.from,
    seats: it.travellers,
    from,
    until,
  })
  if (vehicle_id === undefined)
    return stage.log.warn({ ...it }, 'no vehicle fits a charter of the demo')
  await setClock(db, Math.min(0, it.starts - 10))
  const ctx = userContext(stage, it.owner)
  const order = {
    vehicle_id,
    kind: it.kind,
    stops: [{ city: it.from, address: '5 Allen Avenue' }, { city: it.to }],
    from,
    until: dayAhead(stage, hired + it.days - 1),
    occasion: it.occasion,
    start_time: '07:00',
    travellers: it.travellers,
    contact: contactOf(it.owner),
  }
  const { price } = await customerCalls.quoteCharter(ctx, order)
  const plan = it.fate === 'booked' || it.fate === 'lapsed' ? 'deposit' : 'all'
  const charter = await customerCalls.bookCharter(ctx, {
    ...order,
    plan,
    total_kobo: price.total_kobo,
  })
  if (it.fate === 'expired') {
    await history.expirePayment(db, charter.reference)
    await sweepCharters(db)
    return history.setCharterStart(db, charter.reference, it.starts * 24)
  }
  if (it.fate === 'awaiting_payment')
    return history.setCharterStart(db, charter.reference, it.starts * 24)
  await pay(stage, it, charter, about)
  await goOn(stage, it, charter, number)
  await history.backdateCharter(db, charter.reference)
  await issueInvoice(stage, charter)
}

/** Issues the invoice of a charter as its payment does, but with the dates to which the charter was moved. */
async function issueInvoice({ db }: CharterStage, { reference, instalments }: Charter) {
  const [first] = instalments
  if (first !== undefined && (await history.isDemoCharterActive(db, reference)))
    await issueCharterInvoice(db, first.id)
}

async function pay(stage: CharterStage, it: DemoCharter, charter: Charter, about: string) {
  const [part] = charter.instalments
  if (part === undefined) throw new Error('a charter has instalments')
  const payer = {
    id: makeSeedId(stage.seed, `person ${personOf(it.owner).email}`),
    email: personOf(it.owner).email,
  }
  const what = {
    thing: { kind: 'charter', id: part.id, goods: {} },
    provider: it.provider,
    about,
  } as const
  await payAtStandIn(stage, payer, what, part.amount_kobo)
}

/** Takes a charter from its payment to its outcome. */
async function goOn(stage: CharterStage, it: DemoCharter, charter: Charter, number: number) {
  const { db, config } = stage
  const { reference } = charter
  const operator = await makeBidderContext(stage, charter.operator.code)
  const driver = makeCharterDriver(number, `LSR-${400 + number}XB`)
  await setClock(db, Math.min(0, it.starts))
  if (it.fate === 'cancelled') {
    await history.setCharterStart(db, reference, it.starts * 24)
    const refund_kobo = charter.price.total_kobo - Math.ceil(charter.price.total_kobo / 10)
    await customerCalls.cancelCharter(userContext(stage, it.owner), {
      reference,
      refund_kobo,
      refund_to: 'wallet',
    })
  } else if (it.fate === 'operator_cancelled') {
    await history.setCharterStart(db, reference, it.starts * 24)
    await operatorCalls.failCharter(operator, {
      reference,
      reason: 'The vehicle is in the workshop',
    })
  } else if (it.fate === 'lapsed') {
    await history.setCharterStart(db, reference, it.starts * 24)
    await sweepCharters(db)
  } else if (it.fate === 'booked' || it.fate === 'paid') {
    await history.setCharterStart(db, reference, it.starts * 24)
  } else {
    await history.setCharterStart(db, reference, it.fate === 'driver' ? it.starts * 24 : -3)
    await operatorCalls.setCharterDriver(operator, { reference, ...driver })
    if (it.fate === 'driver') return
    await operatorCalls.startCharter(operator, {
      reference,
      code: makeCharterCode(config, charter.id, 'start'),
    })
    if (it.fate === 'under_way') return
    await operatorCalls.endCharter(operator, {
      reference,
      code: makeCharterCode(config, charter.id, 'end'),
    })
    await history.setCharterStart(db, reference, it.starts * 24)
    if (it.fate !== 'reviewed') return
    const body = vehicleReviews[number % vehicleReviews.length] ?? ''
    await customerCalls.reviewCharter(userContext(stage, it.owner), { reference, rating: 5, body })
  }
}

/** Makes a request, and lets operators answer it. */
async function ask(stage: CharterStage, it: DemoRequest, number: number): Promise<void> {
  const { db } = stage
  const ctx = userContext(stage, it.owner)
  const day = dayAhead(stage, it.starts)
  const { reference } = await customerCalls.createCharterRequest(ctx, {
    kind: 'round_trip',
    stops: [{ city: it.from, address: '12 Market Road' }, { city: it.to }],
    from: day,
    until: dayAhead(stage, it.starts + 1),
    occasion: it.occasion,
    start_time: '05:30',
    travellers: it.travellers,
    needs: it.needs,
    contact: contactOf(it.owner),
    client_ref: makeSeedId(stage.seed, `charter request ${number}`),
  })
  if (it.fate === 'open') return
  await answerCharterRequest(stage, reference, it.fate === 'withdrawn' ? 1 : 2)
  if (it.fate === 'offered' && (await answerCharterRequest(stage, reference, 1)) > 0)
    await withdrawLastOffer(stage, reference)
  if (it.fate === 'withdrawn') await customerCalls.withdrawCharterRequest(ctx, { reference })
  if (it.fate === 'expired') {
    await history.expireCharterRequest(db, reference)
    await history.expireOffers(db, reference)
    await sweepCharters(db)
  }
  if (it.fate !== 'accepted') return
  const { offers } = await customerCalls.getCharterRequest(ctx, { reference })
  const [best] = offers
  if (best === undefined) return
  const charter = await customerCalls.acceptCharterOffer(ctx, {
    reference,
    offer_id: best.id,
    plan: 'deposit',
    total_kobo: best.price.total_kobo,
  })
  const paying = { owner: it.owner, provider: 'flutterwave' } as DemoCharter
  await pay(stage, paying, charter, `charter request ${number}`)
  await issueInvoice(stage, charter)
}
