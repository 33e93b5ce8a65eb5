import { formatPhone } from '#contract/phone'
import { parseCount } from '#contract/quantities'
import { readStoredUser } from '#lib/session'
import { parseDayParameter } from '#lib/url-parameters'
import type { Airport } from '#contract/charters/market/model'
import { toNigerianInstant } from '#contract/charters/trips/rules'

/** An airport transfer as typed. */
export interface AirportTransferForm {
  airport: string
  zone: string
  size: string
  direction: 'pick_up' | 'drop_off'
  flight: string
  is_international: boolean
  day: string
  time: string
  address: string
  name_board: string
  travellers: string
  bags: string
  needs: string
  full_name: string
  phone: string
}

/** Returns a form with the values in the URL, and the name and phone of the logged-in user. */
export function makeTransferForm(params: URLSearchParams): AirportTransferForm {
  const user = readStoredUser()
  return {
    airport: params.get('airport') ?? '',
    zone: '',
    size: '',
    direction: 'pick_up',
    flight: '',
    is_international: false,
    day: parseDayParameter(params, 'date'),
    time: '',
    address: '',
    name_board: user?.full_name ?? '',
    travellers: '1',
    bags: '1',
    needs: '',
    full_name: user?.full_name ?? '',
    phone: formatPhone(user?.phone ?? ''),
  }
}

type ZonePrice = Airport['zones'][number]['prices'][number]

/** Returns whether a vehicle of this size takes all travellers and bags. */
export const isLargeEnough = ({ travellers, bags }: ZonePrice, transfer: AirportTransferForm) =>
  countOf(transfer.travellers) <= travellers && countOf(transfer.bags) <= bags

const countOf = (text: string) => (text.trim() === '' ? 0 : parseCount(text))

/**
 * Returns the chosen airport, zone and price; each is undefined until it is chosen. The price is that of the chosen
 * vehicle size or, if none is chosen or it is too small, of the smallest size that is large enough.
 */
export function findTransferChoice(airports: readonly Airport[], transfer: AirportTransferForm) {
  const airport = airports.find(({ code }) => code === transfer.airport)
  const zone = airport?.zones.find(({ code }) => code === transfer.zone)
  const large = zone?.prices.filter((one) => isLargeEnough(one, transfer)) ?? []
  return { airport, zone, price: large.find(({ size }) => size === transfer.size) ?? large[0] }
}

/**
 * Returns the input of `bookAirport`, with the values typed so far. Day and time were typed as local time in Nigeria.
 */
export function makeTransferInput(transfer: AirportTransferForm, price: ZonePrice | undefined) {
  const { airport, zone, direction, flight, day, time, address, bags, needs } = transfer
  const isPickUp = direction === 'pick_up'
  return {
    airport,
    zone,
    size: price?.size ?? transfer.size,
    direction,
    ...(flight.trim() !== '' && { flight_number: flight }),
    is_international: isPickUp && transfer.is_international,
    at: toNigerianInstant(day, time),
    address: address.trim(),
    ...(isPickUp &&
      transfer.name_board.trim() !== '' && { name_board: transfer.name_board.trim() }),
    travellers: parseCount(transfer.travellers),
    bags: bags.trim() === '' ? 0 : parseCount(bags),
    ...(needs.trim() !== '' && { needs: needs.trim() }),
    contact: { full_name: transfer.full_name.trim(), phone: transfer.phone },
    total_kobo: price?.price.total_kobo ?? 0,
  }
}

/** Returns the errors by field that no schema can express. */
export function findTransferErrors(
  { airport, zone, day, time, direction }: AirportTransferForm,
  price: ZonePrice | undefined,
) {
  return {
    ...(airport === '' && { airport: 'Choose an airport.' }),
    ...(zone === '' && { zone: 'Choose an area.' }),
    ...(zone !== '' &&
      price === undefined && { size: 'No vehicle takes so many. Book two, or ask for offers.' }),
    ...((day === '' || time === '') && {
      at:
        direction === 'pick_up'
          ? 'Enter the day and time it lands.'
          : 'Enter the day and time of the pick-up.',
    }),
  }
}
