/** What strangers see of a full name, a first name and the initial of the last: `Ada O.`; of none, `A traveller`. */
export function shortName(full_name: string | null): string {
  const [first = 'A traveller', ...others] = (full_name ?? '').split(/\s+/).filter(Boolean)
  const [initial] = others.at(-1) ?? ''
  return initial === undefined ? first : `${first} ${initial}.`
}
