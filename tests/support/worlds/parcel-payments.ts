import type { Payment } from '#contract/payments/model'
import type { paymentChannels } from '#contract/payments/rules'
import { startPayment } from '#contract/payments/endpoints'
import { inTransaction } from '#server/db/client'
import { sql } from '#server/db/sql'
import { requestRefund } from '#server/rooms/payments'
import { aParcel, aParcelTrip, type MadeParcel } from '#tests/support/makers/parcels'
import { aPaymentWorld } from './payments.ts'
import type { MadeUser } from '#tests/support/makers/people'

interface PayOptions {
  provider?: Payment['provider']
  channel?: (typeof paymentChannels)[number]
  wallet_part_kobo?: number
  key?: string
}

/** Makes a world for payments with a bus that carries parcels, and functions that pay and inspect parcels. */
export async function aParcelPaymentWorld() {
  const world = await aPaymentWorld()
  const { db, server } = world
  const trip = await aParcelTrip(server)

  const aFreshParcel = (sender?: MadeUser, quote: { add_ons?: string[] } = {}) =>
    aParcel(server, { trip, quote, ...(sender && { sender }) })

  const pay = (
    { parcel, as }: MadeParcel,
    { key, provider = 'paystack', ...how }: PayOptions = {},
  ) =>
    server.call(
      startPayment,
      {
        purpose: 'parcel',
        reference: parcel.tracking_id,
        provider,
        ...(provider !== 'wallet' && { channel: 'transfer' as const }),
        ...how,
      },
      { as, ...(key !== undefined && { key }) },
    )

  /** Reads a parcel from the database. */
  async function lookAt({ parcel }: MadeParcel) {
    const { rows } = await sql<{
      state: string
      paid_kobo: number
      waybill: string | null
      pin_issue: number
      pin_hash: Buffer | null
      events: string[]
      news: number
      outcomes: string[]
      refunds: { reason: string; destination: string; amount_kobo: number }[]
      prepaid_kobo: number
    }>`
      select p.state, p.paid_kobo, p.waybill, p.pin_issue, p.pin_hash,
        array(select e.kind from parcel_event e where e.parcel_id = p.id and e.kind <> 'created' order by e.recorded_at) as events,
        (select count(*)::int from pgboss.job j where j.name = 'parcel.tell' and j.data ->> 'parcel_id' = p.id::text
          and j.data ->> 'kind' = 'paid') as news,
        array(select y.outcome::text from payment y where y.payable_id = p.id and y.status = 'succeeded' order by y.settled_at) as outcomes,
        (select coalesce(jsonb_agg(jsonb_build_object('reason', r.reason, 'destination', r.destination, 'amount_kobo', r.amount_kobo)
          order by r.requested_at), '[]') from refund r where r.payable_id = p.id) as refunds,
        (select coalesce(sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end), 0)::bigint
          from account a join transfer t on a.id in (t.credit_account, t.debit_account)
          where a.kind = 'customer_prepaid' and a.owner = p.id::text) as prepaid_kobo
      from parcel p where p.id = ${parcel.id}`.execute(db)
    const [row] = rows
    if (row === undefined) throw new Error('no such parcel')
    return row
  }

  /** Returns the ledger's balances of one parcel only. */
  async function shared({ parcel }: MadeParcel) {
    const { rows } = await sql<{ kind: string; net: number }>`
      select a.kind, sum(case when t.credit_account = a.id then t.amount_kobo else -t.amount_kobo end)::bigint as net
      from account a join transfer t on a.id in (t.credit_account, t.debit_account)
      where t.payable_id = ${parcel.id} group by a.kind`.execute(db)
    return Object.fromEntries(rows.map(({ kind, net }) => [kind, net]))
  }

  const callOff = ({ parcel }: MadeParcel) =>
    sql`update parcel set state = 'cancelled', ended_at = now() where id = ${parcel.id}`.execute(db)

  const giveBack = (
    { parcel }: MadeParcel,
    amount_kobo: number,
    destination: 'wallet' | 'source' = 'wallet',
  ) =>
    inTransaction(db, async (tx) => {
      await sql`select from parcel where id = ${parcel.id} for update`.execute(tx)
      const effect = `cancel:${parcel.id}`
      const asked = { payable_id: parcel.id, amount_kobo, destination, effect }
      await requestRefund(tx, { ...asked, reason: 'cancelled' })
    })

  return { ...world, aFreshParcel, pay, lookAt, shared, callOff, giveBack }
}

/** Returns the expected state of a parcel that is paid once. */
export const expectedPaidParcel = ({ parcel }: MadeParcel) => ({
  state: 'paid',
  paid_kobo: parcel.price.total_kobo,
  pin_issue: 1,
  events: ['paid'],
  news: 1,
  prepaid_kobo: 0,
})

/** Returns the sum of some lines of a parcel's price, in kobo. */
export const sumLines = ({ parcel }: MadeParcel, ...codes: string[]) =>
  parcel.price.lines
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0)
