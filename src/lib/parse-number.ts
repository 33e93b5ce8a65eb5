/** A number as people type it, `12,500`, `450 000`, `₦2.5`; NaN for other text. */
export const parseNumber = (typed: string): number =>
  /^\s*[₦N]?[\d,.\s]*\d[\d,.\s]*$/.test(typed) ? Number(typed.replaceAll(/[₦N,\s]/g, '')) : NaN

/** Naira as people type them, in kobo; NaN for other text. */
export const parseNaira = (typed: string): number => Math.round(parseNumber(typed) * 100)
