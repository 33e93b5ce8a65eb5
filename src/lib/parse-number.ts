/** Parses a number as people type it, `12,500`, `450 000`, `2.5`; NaN for other text. For sums, use `parseNaira`. */
export const parseNumber = (typed: string): number =>
  /^[\d,.\s]*\d[\d,.\s]*$/.test(typed) ? Number(typed.replaceAll(/[,\s]/g, '')) : NaN
