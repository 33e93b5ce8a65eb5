import { formatCount, formatKm } from '#contract/quantities'
import { vatPercent } from '#contract/money'
import type { CharterLine, CharterPrice } from './model.ts'
import { charterFeePercent, depositPercent } from './rules.ts'

/** Rounds down to whole naira, since nobody pays with kobo. */
const wholeNaira = (amount_kobo: number) => Math.floor(amount_kobo / 100) * 100

const sum = (lines: readonly CharterLine[]) =>
  lines.reduce((total, { amount_kobo }) => total + amount_kobo, 0)

/**
 * Returns the price of a hire with our fee and VAT. VAT of 7.5 % applies to everything, since a hired vehicle is not
 * shared transport.
 */
export function addFeeAndVat(hire: readonly CharterLine[]): CharterPrice {
  const fee: CharterLine = {
    code: 'service_fee',
    label: `Service fee ${charterFeePercent}%`,
    amount_kobo: wholeNaira((sum(hire) * charterFeePercent) / 100),
  }
  const before = [...hire, fee]
  const vat: CharterLine = {
    code: 'vat',
    label: `VAT ${vatPercent}%`,
    amount_kobo: Math.round((sum(before) * vatPercent) / 100),
  }
  const total_kobo = sum(before) + vat.amount_kobo
  return {
    lines: [...before, vat],
    total_kobo,
    deposit_kobo: wholeNaira((total_kobo * depositPercent) / 100),
  }
}

/**
 * Returns the price of a vehicle for a number of days and kilometres. The price of each day includes `km_a_day`
 * kilometres.
 */
export function priceCharter(
  rates: VehicleRates,
  { days, km }: { days: number; km: number },
): CharterPrice {
  const nights = days - 1
  const beyond = Math.max(0, km - rates.km_a_day * days)
  const all: CharterLine[] = [
    { code: 'days', label: formatCount(days, 'day'), amount_kobo: rates.day_kobo * days },
    {
      code: 'mileage',
      label: `${formatKm(beyond)} beyond ${formatKm(rates.km_a_day * days)}`,
      amount_kobo: beyond * rates.km_kobo,
    },
    {
      code: 'overnight',
      label: `Driver, ${formatCount(nights, 'night')}`,
      amount_kobo: nights * rates.overnight_kobo,
    },
  ]
  const hire = all.filter(({ amount_kobo }) => amount_kobo > 0)
  const lacking = rates.least_kobo - sum(hire)
  const least: CharterLine = {
    code: 'least',
    label: 'Added to reach the minimum price',
    amount_kobo: lacking,
  }
  return addFeeAndVat(lacking > 0 ? [...hire, least] : hire)
}

/** `km_a_day`: kilometres that `day_kobo` includes. `least_kobo`: the lowest price, before fee and VAT. */
export interface VehicleRates {
  day_kobo: number
  km_kobo: number
  km_a_day: number
  least_kobo: number
  overnight_kobo: number
}
