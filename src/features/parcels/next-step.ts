import { formatDuration, formatCount } from '#contract/quantities'
import { makeOnwardSentence } from '#contract/parcels/onward-transport'
import type { Parcel } from '#contract/parcels/model'
import type { ParcelState } from '#contract/parcels/rules'
import { serverNow } from '#lib/clock'
import { computeDay, formatDayShort, formatTime } from '#lib/format'

/** `2:00 PM today`, `6:30 AM on Mon 23 Nov`: an instant in the middle of a sentence. */
function atTime(at: string, zone?: string): string {
  const day = formatDayShort(computeDay(at, zone))
  return `${formatTime(at, zone)} ${day.startsWith('To') ? day.toLowerCase() : `on ${day}`}`
}

/** Formats the time until an instant: as `48 hours`, rounded up, from two hours on; as `20 min` below that. */
function timeLeft(until: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(until) - serverNow()) / 60_000))
  return minutes < 120 ? formatDuration(minutes) : formatCount(Math.ceil(minutes / 60), 'hour')
}

const sentences: Record<ParcelState, (parcel: Parcel) => string> = {
  pending_payment: ({ pay_until, drop_off, planned: { hand_in_by, zone } }) => {
    if (Date.parse(pay_until) < serverNow())
      return 'The time to pay is over. If you have paid, it is sent or you get a full refund automatically.'
    const pay = `Pay within ${timeLeft(pay_until)}, by ${atTime(pay_until)}, or we cancel it.`
    if (Date.parse(hand_in_by) < serverNow())
      return `${pay} It is too late for its first bus, so it goes with the next one.`
    const ready = drop_off.at === 'door' ? 'have it ready' : `bring it to ${drop_off.name}`
    return `${pay} For its first bus, pay and ${ready} by ${atTime(hand_in_by, zone)}.`
  },
  paid: ({ drop_off, planned: { hand_in_by, zone } }) => {
    const isLate = Date.parse(hand_in_by) < serverNow()
    if (drop_off.at === 'door')
      return isLate
        ? 'Nobody has scanned it yet. If nobody came to pick it up, call the operator.'
        : `Keep it ready: it is picked up from your door by ${atTime(hand_in_by, zone)}.`
    return isLate
      ? `It missed its first bus. Bring it to the counter anyway, ${drop_off.name}: it goes with the next one.`
      : `Bring it to the counter, ${drop_off.name}, by ${atTime(hand_in_by, zone)}.`
  },
  received: ({ planned: { departs_at, zone } }) =>
    Date.parse(departs_at) < serverNow()
      ? `Its bus was due to leave at ${atTime(departs_at, zone)}. Nobody has scanned it on board yet.`
      : `Nothing to do. Its bus leaves at ${atTime(departs_at, zone)}.`,
  loaded: onTheWay,
  in_transit: onTheWay,
  at_hub: onTheWay,
  ready_for_pickup: tellPin,
  out_for_delivery: tellPin,
  delivered: ({ can }) =>
    can.claim ? 'It has arrived. If something is wrong with it, make a claim.' : 'It has arrived.',
  on_hold: () => 'Call the operator and ask why it waits.',
  damaged: claimIt,
  lost: claimIt,
  return_in_transit: ({ drop_off }) => `Collect it with the pickup PIN: ${drop_off.name}.`,
  returned: () => 'You have it back.',
  cancelled: () => 'If you have paid, we refund you.',
}

function claimIt({ can }: Parcel): string {
  return can.claim ? 'You can claim what it is covered for.' : 'You have claimed for it.'
}

function onTheWay(parcel: Parcel): string {
  const { expected_at, to_city, zone } = parcel.tracking
  const due =
    expected_at === null
      ? ''
      : `Its bus should be in ${to_city} at ${atTime(expected_at, zone)}.${makeOnwardSentence(parcel.tracking)} `
  return due + tellPin(parcel)
}

function tellPin({ receiver }: Parcel): string {
  return `Tell ${receiver?.full_name ?? 'the receiver'} the pickup PIN.`
}

/** Returns a sentence with the sender's next step, or that there is none. */
export const describeParcelNextStep = (parcel: Parcel): string =>
  sentences[parcel.tracking.state](parcel)
