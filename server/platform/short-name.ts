/** Shortens a full name for strangers to first name and initial: `Ada O.`; `A traveller` without a name. */
export function shortenName(full_name: string | null): string {
  const [first = 'A traveller', ...others] = (full_name ?? '').split(/\s+/).filter(Boolean)
  const [initial] = others.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
