import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import type { ParcelPushPayload } from '#contract/notifications/model'
import { maxPushBytes } from '#contract/notifications/rules'
import {
  parcelHandInDays,
  describeParcelState,
  countFreeStorageDays,
  isPrivateDoor,
  makeTrackingPath,
} from '#contract/parcels/rules'
import { product } from '#contract/product'
import { formatPhone } from '#contract/phone'
import { formatLocalTime } from '#server/platform/local-time'
import type { ParcelNoticeKind, ParcelNotice } from './notice-repository.ts'

type TextsByNotice<Words> = Partial<Record<ParcelNoticeKind, Words>>

const titles: TextsByNotice<string> = {
  paid: 'paid',
  received: 'at the counter',
  loaded: 'on the bus',
  at_hub: 'stopped on the way',
  ready_for_pickup: 'ready to be collected',
  out_for_delivery: 'with a rider',
  delivered: 'delivered',
  on_hold: 'held',
  damaged: 'found damaged',
  lost: 'cannot be found',
  return_in_transit: 'on its way back',
  returned: 'returned to you',
  cancelled: 'not paid, cancelled',
  not_handed_in: 'still not handed over',
  claim_answered: 'your claim is answered',
}

/** Returns the sender's message: a title, and a text that can be understood without the title. */
function makeParcelText(
  kind: ParcelNoticeKind,
  parcel: ParcelNotice,
): { title: string; text: string } {
  const { claim, operator, to_city, state } = parcel
  const more: TextsByNotice<string> = {
    loaded: describeDriver(parcel),
    claim_answered: describeClaim(parcel),
  }
  const replaced: TextsByNotice<string> = {
    claim_answered: '',
    not_handed_in: writeNotHandedIn(parcel.from_place),
  }
  const text = replaced[kind] ?? describeParcelState(state, parcel)
  const says =
    kind === 'claim_answered' && claim?.answer
      ? `${claim.by_staff ? product.name : operator} says: ${claim.answer}`
      : undefined
  return {
    title: `Parcel to ${to_city}: ${titles[kind] ?? 'news'}`,
    text: [text, more[kind], says].filter(Boolean).join(' '),
  }
}

function writeNotHandedIn(from_place: string): string {
  const wait = `You paid for it more than ${parcelHandInDays} days ago, and it is no longer planned for a bus.`
  return isPrivateDoor(from_place)
    ? `${wait} Nobody picked it up. Cancel it to get all your money back, or call the operator.`
    : `${wait} Cancel it to get all your money back, or hand it in: ${from_place}.`
}

/** Returns a text about the driver, with the details that the loading scan has. */
function describeDriver({ driver_name, driver_phone, plate, operator }: ParcelNotice): string {
  const phone = driver_phone === null ? null : formatPhone(driver_phone)
  const driver = [driver_name ?? operator, phone].filter(Boolean).join(' ')
  return `Driver: ${driver}${plate === null ? '' : `, plate ${plate}`}.`
}

function describeClaim({ claim }: ParcelNotice): string {
  const { paid_kobo = 0, granted_kobo = 0 } = claim ?? {}
  if (paid_kobo > 0) return `${formatNaira(paid_kobo)} is in your ${product.name} wallet.`
  return granted_kobo > 0
    ? `${formatNaira(granted_kobo)} will be paid into your ${product.name} wallet. We will tell you when it arrives.`
    : 'It was refused.'
}

/** Returns the notification as a push message, without the operator's answer if that would make it too long. */
export function writeParcelPush(kind: ParcelNoticeKind, parcel: ParcelNotice): ParcelPushPayload {
  const { tracking_id, state, at, at_place, server_time, claim } = parcel
  const { title, text } = makeParcelText(kind, parcel)
  const news: ParcelPushPayload = {
    kind: 'parcel',
    reference: tracking_id,
    title,
    body: text,
    url: ownPath(parcel),
    parcel: {
      state,
      kind: state,
      words: describeParcelState(state, parcel),
      at: at.toISOString(),
      place: at_place,
    },
    server_time: server_time.toISOString(),
  }
  const fits = Buffer.byteLength(JSON.stringify(news)) <= maxPushBytes
  if (fits || !claim?.answer) return news
  return writeParcelPush(kind, { ...parcel, claim: { ...claim, answer: null } })
}

/** Returns the notification for the sender as an email and as an SMS. Neither contains the PIN. */
export function writeSenderMessages(
  kind: ParcelNoticeKind,
  parcel: ParcelNotice,
  public_url: string,
): { subject: string; text: string; sms: string } {
  const { title, text } = makeParcelText(kind, parcel)
  const { waybill, tracking_id } = parcel
  const end = waybill === null ? `Parcel ${tracking_id}.` : `Waybill ${waybill}.`
  const more: TextsByNotice<string[]> = {
    paid: paidLines(parcel),
    ready_for_pickup: [storageLine(parcel)],
  }
  const lines = [text, ...(more[kind] ?? []), '', `${end} ${public_url}${ownPath(parcel)}`]
  return {
    subject: title,
    text: lines.join('\n'),
    sms: `${product.name}: ${title}. ${text} ${end}`,
  }
}

const ownPath = ({ tracking_id }: ParcelNotice) => `/waybill/summary?parcel=${tracking_id}`

function paidLines({ departs_at, zone, operator, price, receiver_name }: ParcelNotice): string[] {
  const leaves = formatLocalTime(departs_at, zone)
  const lines = [...price.lines, { label: 'Total', amount_kobo: price.total_kobo }]
  return [
    `It is planned for the bus of ${operator} on ${leaves.date}, ${leaves.time}.`,
    `We will text the pickup PIN to ${receiver_name ?? 'the receiver'} when it arrives.`,
    '',
    ...lines.map(({ label, amount_kobo }) => `${label}: ${formatNaira(amount_kobo)}`),
  ]
}

function storageLine({ add_ons }: ParcelNotice): string {
  return `Storage is free for ${formatCount(countFreeStorageDays(add_ons), 'working day')}.`
}

/**
 * Returns the SMS for the receiver, or for the sender of a parcel that is on its return; null for states without one.
 * `pin` is the PIN with which they collect the parcel.
 */
export function writeReceiverSms(
  kind: ParcelNoticeKind,
  parcel: ParcelNotice,
  public_url: string,
  pin: string,
): string | null {
  const { tracking_id, waybill, sender_name, from_city, to_city, to_place, out_city } = parcel
  const link = public_url + makeTrackingPath(tracking_id)
  const from = sender_name ?? 'somebody'
  const texts: TextsByNotice<string> = {
    received: `${from} sends you parcel ${waybill} from ${from_city} to ${to_city}. Follow it: ${link}`,
    loaded: `Parcel ${waybill} from ${from} is on the bus to ${to_city}. ${describeDriver(parcel)} ${link}`,
    ready_for_pickup: `Parcel ${waybill} from ${from} is ready: ${to_place}, ${out_city}. Pickup PIN ${pin}. Say it only at the counter.`,
    out_for_delivery: `A rider in ${to_city} brings parcel ${waybill} from ${from}. PIN ${pin}. Say it when you have the parcel in your hands.`,
    return_in_transit: `Parcel ${waybill} to ${to_city} comes back to ${from_city}. PIN ${pin}. Say it only at the counter, to get it.`,
    delivered: `Parcel ${waybill} was delivered in ${out_city}. If that was not you, call ${product.phone.national}.`,
  }
  const text = texts[kind]
  return text === undefined ? null : `${product.name}: ${text}`
}
