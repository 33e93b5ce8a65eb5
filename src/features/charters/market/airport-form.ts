import { formatPhone } from '#contract/phone'
import { parseCount } from '#contract/quantities'
import { storedUser } from '#lib/session'
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

export function newTransfer(params: URLSearchParams): AirportTransferForm {
  const user = storedUser()
  return {
    airport: params.get('airport') ?? '',
    zone: '',
    size: '',
    direction: 'pick_up',
    flight: '',
    is_international: false,
    day: params.get('date') ?? '',
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

/** Returns the chosen airport, zone and the price of the chosen size; undefined for what is not chosen yet. */
export function findChosen(airports: readonly Airport[], transfer: AirportTransferForm) {
  const airport = airports.find(({ code }) => code === transfer.airport)
  const zone = airport?.zones.find(({ code }) => code === transfer.zone)
  const price = zone?.prices.find(({ size }) => size === transfer.size)
  return { airport, zone, price }
}

/** Returns the input of `bookAirport`, with the values typed so far. The day and time are those of Nigeria. */
export function makeTransferInput(transfer: AirportTransferForm, total_kobo: number) {
  const { airport, zone, size, direction, flight, day, time, address, bags, needs } = transfer
  const isPickUp = direction === 'pick_up'
  return {
    airport,
    zone,
    size,
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
    total_kobo,
  }
}

/** Returns the errors by field that no schema can express. */
export function findTransferErrors({
  airport,
  zone,
  size,
  day,
  time,
  direction,
}: AirportTransferForm) {
  return {
    ...(airport === '' && { airport: 'Choose an airport.' }),
    ...(zone === '' && { zone: 'Choose an area.' }),
    ...(size === '' && { size: 'Choose a vehicle.' }),
    ...((day === '' || time === '') && {
      at:
        direction === 'pick_up'
          ? 'Enter the day and time it lands.'
          : 'Enter the day and time of the pick-up.',
    }),
  }
}
