import { parseNaira } from '#contract/money'
import { parseMeasure, splitNumber } from '#contract/quantities'

/** Returns the error of a sum in naira that cannot be read; undefined if it can, or if nothing is typed. */
export const findNairaError = (text: string): string | undefined =>
  text.trim() === '' || parseNaira(text) !== undefined
    ? undefined
    : 'Enter naira, like 12,500 or 12,500.50.'

/** Returns the error of a measure that cannot be read; undefined if it can, or if nothing is typed. */
export function findMeasureError(text: string): string | undefined {
  if (text.trim() === '' || !Number.isNaN(parseMeasure(text))) return undefined
  const parts = splitNumber(text)
  if (parts === undefined) return 'Enter a number, like 2.5.'
  const { whole } = parts
  return `Is it ${whole} or ${Number(whole) / 1000}? Write it without a comma.`
}
