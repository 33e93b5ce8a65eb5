import { parseNaira } from '#contract/money'
import { type Fuel, fuels, findFuelPriceError } from '#contract/fuel/rules'
import { serverNow } from '#lib/clock'
import { addDays, computeDay, formatDayTime, formatTime, today } from '#lib/format'
import type { OutboxItem } from '#lib/outbox'

/** A report as typed. `price` is in naira, `time` is the local time at the station, such as `14:05`. */
export interface FuelReportDraft {
  state: string
  station: string
  place: string
  fuel: Fuel
  price: string
  when: '' | 'now' | 'earlier'
  time: string
  /** When the form was last changed, ms by the server's clock. */
  typed_at: number
}

export const fuelNames: Record<Fuel, string> = {
  petrol: 'Petrol',
  diesel: 'Diesel',
  cooking_gas: 'Cooking gas',
}

export const fuelOptions = fuels.map((value) => ({ value, label: fuelNames[value] }))
export const isFuel = (value: unknown): value is Fuel => fuels.some((fuel) => fuel === value)
export const findFuelUnit = (fuel: Fuel) => (fuel === 'cooking_gas' ? 'kilogram' : 'litre')

/** Returns the draft of an unsent report. With `must_say_when`, its time is left out and must be entered again. */
export function makeFuelReportDraft(
  input: Record<string, unknown>,
  must_say_when: boolean,
): FuelReportDraft {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : '')
  const { fuel, price_kobo } = input
  return {
    state: text('state'),
    station: text('station'),
    place: text('place'),
    fuel: isFuel(fuel) ? fuel : 'petrol',
    price: typeof price_kobo === 'number' ? String(price_kobo / 100) : '',
    when: must_say_when ? '' : 'earlier',
    time: must_say_when ? '' : clockOf(text('observed_at')),
    typed_at: serverNow(),
  }
}

const hour_ms = 3_600_000

/** `14:05`, the time in Lagos, which is an hour ahead of UTC all year. */
const clockOf = (instant: string) =>
  new Date(Date.parse(instant) + hour_ms).toISOString().slice(11, 16)

/**
 * Returns the choice of the time; empty if none. An hour after the last edit, “now” is no longer true and counts as
 * none.
 */
export const findTimeChoice = ({ when, typed_at }: Pick<FuelReportDraft, 'when' | 'typed_at'>) =>
  when === 'now' && Math.abs(serverNow() - typed_at) > hour_ms ? '' : when

/**
 * Returns when the price was seen, ms by the server's clock: now, or the most recent moment with the typed time.
 * Undefined without a choice or a valid time.
 */
export function computeSeenTime(
  written: Pick<FuelReportDraft, 'when' | 'time' | 'typed_at'>,
): number | undefined {
  const when = findTimeChoice(written)
  if (when === 'now') return serverNow()
  if (when === '' || !/^\d\d:\d\d/.test(written.time)) return undefined
  const at = (day: string) => Date.parse(`${day}T${written.time.slice(0, 5)}:00+01:00`)
  const now = serverNow()
  return at(today()) <= now ? at(today()) : at(addDays(today(), -1))
}

/** `Today, 2:05 PM`, `Yesterday, 2:05 PM`, or for earlier days `Thu 19 Nov, 2:05 PM`. */
export function formatSeenTime(at: number): string {
  if (computeDay(at) < addDays(today(), -1)) return formatDayTime(at)
  return `${computeDay(at) === today() ? 'Today' : 'Yesterday'}, ${formatTime(at)}`
}

/** Returns whether an unsent report is so old that the server refuses it, so that its price must be checked again. */
export const isReportTooOld = ({ said, expires_at = Infinity }: OutboxItem) =>
  said?.code === 'expired' || said?.code === 'report_too_old' || expires_at < serverNow()

/** Returns the errors by field; empty if the report is valid. */
export function findReportErrors(written: FuelReportDraft): Record<string, string> {
  const { state, station, fuel, price } = written
  const kobo = parseNaira(price)
  const wrong =
    kobo === undefined ? 'Enter the price in naira, like 868.' : findFuelPriceError(fuel, kobo)
  return {
    ...(state === '' && { state: 'Choose a state.' }),
    ...(station === '' && { station: 'Choose the brand on the sign.' }),
    ...(wrong !== undefined && { price_kobo: wrong }),
    ...(computeSeenTime(written) === undefined && {
      observed_at:
        findTimeChoice(written) === 'earlier'
          ? 'Enter the time, like 14:30.'
          : 'Say when you saw the price.',
    }),
  }
}
