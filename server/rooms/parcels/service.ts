import type { Input, ListAnswer } from '#contract/endpoint'
import { makeRefusal, makeFieldRefusal } from '#contract/errors'
import { formatNaira } from '#contract/money'
import {
  hasParcelEnded,
  maxUnpaidParcels,
  parcelPayHours,
  statesWithPinMessage,
} from '#contract/parcels/rules'
import type * as endpoints from '#contract/parcels/endpoints'
import type { CreateParcelInput, Parcel, ParcelQuoteInput } from '#contract/parcels/model'
import { normaliseReference } from '#contract/reference'
import type { Context } from '#server/context'
import { type Db, inTransaction, violatesCheck } from '#server/db/client'
import { requireUser } from '#server/rooms/accounts'
import { notifyOfParcel } from './news/index.ts'
import { requestRefund } from '#server/rooms/payments'
import { makeId, makeReference } from '#server/platform/ids'
import { reencodePhoto } from '#server/platform/photos'
import { hashIssuedPin } from '#server/platform/pickup-pin'
import { storeParcelPhoto } from './photo.ts'
import {
  checkQuoteInput,
  makeQuote,
  findQuoteInput,
  type UsableQuote,
  findUsableQuote,
} from './quote.ts'
import {
  countUnpaidParcels,
  markParcelCancelled,
  findParcelByClientRef,
  findParcel,
  findParcelByNumber,
  insertParcelEvent,
  insertParcel,
  lockParcel,
  findPageOfParcels,
  type ParcelRow,
  savePickupPin,
} from './repository.ts'
import { toParcelColumns, toParcel, toParcels, toQuoteColumns } from './view.ts'

/** How often a pickup PIN can be renewed in a day. */
const pinRenewals = 3

/**
 * Creates a parcel, to be paid within 48 hours; for a repeated `client_ref`, returns the existing one. The answer never
 * has the PIN. Throws `invalid_input` by field, `quote_expired`, `too_many_unpaid` and the refusals of a quote.
 */
export async function createParcel(
  ctx: Context,
  input: CreateParcelInput,
  photo?: Buffer,
): Promise<Parcel> {
  const { db, config } = ctx
  const { user_id } = requireUser(ctx)
  const mine = await alreadyMade(ctx, input)
  if (mine !== undefined) return withoutPin(ctx, mine)
  const quote = await quoteOf(ctx, input)
  requireQuotedPlaces(input, quote.asked)
  const id = makeId()
  const isNew = await insertUnlessMany(
    db,
    {
      id,
      tracking_id: makeReference(),
      user_id,
      ...toQuoteColumns(quote),
      ...toParcelColumns(input),
      pin_hash: hashIssuedPin(config, id),
      client_ref: input.client_ref ?? null,
    },
    makeId(),
    parcelPayHours,
  )
  if (isNew && photo !== undefined) await storeParcelPhoto(db, id, photo)
  const row = isNew ? await findParcel(db, id) : await alreadyMade(ctx, input)
  if (row === undefined) throw new Error(`parcel ${id} is gone`)
  return withoutPin(ctx, row)
}

/**
 * Encodes a parcel's photo again, if it has one and the parcel is new. Since decoding takes long, checks first whether
 * the parcel may be created. Throws most of what `createParcel` throws, and what `reencodePhoto` throws, for `photo`.
 */
export async function encodeParcelPhoto(
  ctx: Context,
  input: CreateParcelInput,
): Promise<Buffer | undefined> {
  if (input.photo === undefined || (await alreadyMade(ctx, input)) !== undefined) return undefined
  requireQuotedPlaces(input, await readQuoteOf(ctx, input))
  const { user_id } = requireUser(ctx)
  if ((await countUnpaidParcels(ctx.db, user_id, input.client_ref)) >= maxUnpaidParcels)
    throw makeRefusal('too_many_unpaid')
  return reencodePhoto(ctx, input.photo, 'photo')
}

/**
 * Stores a parcel, once. Throws `too_many_unpaid`. The database counts the person's unpaid parcels correctly even under
 * concurrent calls.
 */
async function insertUnlessMany(...parcel: Parameters<typeof insertParcel>): Promise<boolean> {
  try {
    return await insertParcel(...parcel)
  } catch (error) {
    throw violatesCheck(error, 'unpaid_parcels') ? makeRefusal('too_many_unpaid') : error
  }
}

/**
 * Returns a parcel without its PIN, since answers of writes are stored and PINs must not be. A repeated call may find a
 * paid parcel, which has a PIN.
 */
const withoutPin = async (ctx: Context, row: ParcelRow): Promise<Parcel> => ({
  ...(await toParcel(ctx, row)),
  pickup_pin: null,
})

async function alreadyMade(ctx: Context, { client_ref }: CreateParcelInput) {
  if (client_ref === undefined) return undefined
  return findParcelByClientRef(ctx.db, requireUser(ctx).user_id, client_ref)
}

async function quoteOf(
  { db }: Context,
  { quote_id, quote }: CreateParcelInput,
): Promise<UsableQuote> {
  if (quote_id !== undefined && quote === undefined) return findUsableQuote(db, quote_id)
  if (quote !== undefined && quote_id === undefined) return makeQuote(db, quote)
  throw bothOrNone()
}

/** Returns what a new parcel's quote is for. Throws as `quoteOf` does, and locks and stores nothing. */
async function readQuoteOf(
  { db }: Context,
  { quote_id, quote }: CreateParcelInput,
): Promise<ParcelQuoteInput> {
  if (quote_id !== undefined && quote === undefined) return findQuoteInput(db, quote_id)
  if (quote === undefined || quote_id !== undefined) throw bothOrNone()
  await checkQuoteInput(db, quote)
  return quote
}

const bothOrNone = () =>
  makeFieldRefusal('quote_id', 'Send either a quote or the parcel’s details, not both.')

/**
 * Throws `invalid_input` if the drop-off or pick-up place is not that of the quote, and for a door without an address.
 */
export function requireQuotedPlaces(
  input: Pick<CreateParcelInput, 'drop_off' | 'pick_up'>,
  asked: ParcelQuoteInput,
): void {
  const fields: Record<string, string> = {}
  for (const end of ['drop_off', 'pick_up'] as const) {
    const { at, location, address } = input[end] ?? { at: asked[end].at }
    if (at !== asked[end].at)
      fields[`${end}.at`] = 'The price was for another place. Ask for a new one.'
    else if (at === 'door' && address === undefined)
      fields[`${end}.address`] = 'Enter the address, with its street and area.'
    else if (at === 'park' && location !== undefined && location !== asked[end].location)
      fields[`${end}.location`] = 'The price was for another counter. Ask for a new one.'
  }
  if (Object.keys(fields).length > 0) throw makeRefusal('invalid_input', { fields })
}

/** Returns one page of the user's parcels, newest first. */
export async function listParcels(
  ctx: Context,
  { page, per_page }: Input<typeof endpoints.listParcels>,
): Promise<ListAnswer<typeof endpoints.listParcels>> {
  const { rows, total } = await findPageOfParcels(ctx.db, requireUser(ctx).user_id, {
    limit: per_page,
    offset: (page - 1) * per_page,
  })
  return { data: await toParcels(ctx, rows), meta: { page, per_page, total } }
}

/** Returns the caller's parcel. Throws `not_found`. */
export async function getParcel(
  ctx: Context,
  { tracking_id }: Input<typeof endpoints.getParcel>,
): Promise<Parcel> {
  return toParcel(ctx, await ownParcel(ctx, tracking_id))
}

/** Returns the caller's own parcel by its tracking ID. Throws `not_found`. */
async function ownParcel(ctx: Context, tracking_id: string): Promise<ParcelRow> {
  const row = await findParcelByNumber(ctx.db, normaliseReference(tracking_id))
  if (row === undefined || row.user_id !== requireUser(ctx).user_id) throw makeRefusal('not_found')
  return row
}

/**
 * Cancels a parcel before it is loaded and refunds it. The refund excludes our fee if the parcel had already been
 * accepted. Throws `not_found`, `parcel_loaded`, `parcel_closed`, and `price_changed` if the sender saw another refund.
 */
export async function cancelParcel(
  ctx: Context,
  { tracking_id, refund_to, refund_kobo }: Input<typeof endpoints.cancelParcel>,
): Promise<Parcel> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnParcel({ ...ctx, db: tx }, tracking_id)
    if (hasParcelEnded(row.state)) throw makeRefusal('parcel_closed')
    if (!row.may_cancel) throw makeRefusal('parcel_loaded')
    const back_kobo = await cancelParcelForSender(tx, row.id, refund_to)
    if (refund_kobo !== undefined && refund_kobo !== back_kobo)
      throw makeRefusal('price_changed', {
        detail: `You would get ${formatNaira(back_kobo)} back now. Look at it again before you cancel.`,
      })
    return toParcel({ ...ctx, db: tx }, await readParcel(tx, row.id))
  })
}

/**
 * Cancels a parcel for its sender, in the caller's transaction, which holds the row lock of the parcel. Returns the
 * refund, in kobo.
 */
export async function cancelParcelForSender(
  tx: Db,
  id: string,
  destination: 'wallet' | 'source',
): Promise<number> {
  const amount_kobo = await markParcelCancelled(tx, id)
  await insertParcelEvent(tx, makeId(), id, 'cancelled')
  const effect = `cancel:${id}`
  if (amount_kobo > 0)
    await requestRefund(tx, {
      payable_id: id,
      amount_kobo,
      reason: 'cancelled',
      destination,
      effect,
    })
  await notifyOfParcel(tx, id, 'cancelled')
  return amount_kobo
}

/**
 * Renews the pickup PIN and resets its tries. The receiver is notified if the parcel is ready for them. Throws
 * `not_found`, `parcel_closed`, and 429 after three renewals in a day.
 */
export async function renewPickupPin(
  ctx: Context,
  { tracking_id }: Input<typeof endpoints.renewPickupPin>,
): Promise<Parcel> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockOwnParcel({ ...ctx, db: tx }, tracking_id)
    if (row.state === 'pending_payment')
      throw makeRefusal('parcel_closed', { detail: 'It gets a pickup PIN once it is paid for.' })
    await saveNewPin({ ...ctx, db: tx }, row)
    if (statesWithPinMessage.includes(row.state)) await notifyOfParcel(tx, row.id, row.state)
    return toParcel({ ...ctx, db: tx }, await readParcel(tx, row.id))
  })
}

/** Stores a new PIN of a parcel, whose row the caller has locked. Throws `parcel_closed`, and 429. */
export async function saveNewPin(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { id, state, pin_issue }: Pick<ParcelRow, 'id' | 'state' | 'pin_issue'>,
): Promise<void> {
  if (hasParcelEnded(state)) throw makeRefusal('parcel_closed')
  const pin_hash = hashIssuedPin(config, id, pin_issue + 1)
  if (!(await savePickupPin(db, id, pin_hash, pinRenewals)))
    throw makeRefusal('too_many_requests', {
      detail: `A PIN can be renewed ${pinRenewals} times a day. Try again tomorrow.`,
      retry_after: 3600,
    })
}

/** Returns the caller's own parcel and locks its row until the transaction ends. */
async function lockOwnParcel(ctx: Context, tracking_id: string): Promise<ParcelRow> {
  await lockParcel(ctx.db, normaliseReference(tracking_id))
  return ownParcel(ctx, tracking_id)
}

/** Finds a parcel by its id. Throws if there is none. */
export async function readParcel(db: Db, id: string): Promise<ParcelRow> {
  const row = await findParcel(db, id)
  if (row === undefined) throw new Error(`parcel ${id} is gone`)
  return row
}
