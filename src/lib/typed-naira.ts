/** Naira as somebody types them, `12,500.50`: what is no digit goes, but for a point with two digits behind it. */
export const typedNaira = (text: string): string =>
  /^\d{0,8}(?:\.\d{0,2})?/.exec(text.replaceAll(/[^\d.]/g, ''))?.[0] ?? ''

/** The same in kobo; 0 where nothing is typed yet. */
export const koboOf = (typed: string): number => Math.round(Number(typed) * 100) || 0
