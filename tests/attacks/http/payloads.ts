/** Texts on which careless code takes quadratic time or worse, by the kind of code that they target. */
export const slowPayloads: Record<string, (bytes: number) => string> = {
  'combining marks': (bytes) =>
    `a${'\u0345'.repeat(bytes / 4 - 1)}${'\u0334'.repeat(bytes / 4 - 1)}`,
  'marks on many letters': (bytes) =>
    `e${'\u0301'.repeat(15)}${'\u0323'.repeat(15)}`.repeat(Math.floor(bytes / 61)),
  'half an address': (bytes) => 'a0'.repeat(bytes / 2),
  'nested groups': (bytes) => `${'a.'.repeat(bytes / 2 - 2)}!`,
  'addresses without end': (bytes) => 'a@a.'.repeat(bytes / 4),
  'half tokens': (bytes) => '-eyJ'.repeat(bytes / 4),
  'white space': (bytes) => `x${' '.repeat(bytes - 2)}x`,
  'line breaks': (bytes) => '\r\n'.repeat(bytes / 2),
  digits: (bytes) => `+234${'8'.repeat(bytes - 4)}`,
  backslashes: (bytes) => '\\'.repeat(bytes / 2),
  'lone surrogates': (bytes) => '\ud800'.repeat(bytes / 6),
}

interface Schema {
  type?: string | string[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
}

/** Lists the paths in an input where text is allowed: `['contact', 'email']`, `['scans', 0, 'place']`. */
export function listTextFields(schema: Schema, at: readonly (string | number)[] = []): Place[] {
  if (schema.anyOf) return unique(schema.anyOf.flatMap((one) => listTextFields(one, at)))
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, one]) =>
      listTextFields(one, [...at, name]),
    )
  if (schema.items) return listTextFields(schema.items, [...at, 0])
  return schema.type === 'string' ? [at] : []
}
type Place = readonly (string | number)[]

function unique(places: Place[]): Place[] {
  return [...new Map(places.map((place) => [place.join('.'), place])).values()]
}

/** An input that contains only this value, at the given path. */
export function buildInput([head, ...tail]: Place, value: unknown): unknown {
  if (head === undefined) return value
  const inside = buildInput(tail, value)
  return typeof head === 'number' ? [inside] : { [head]: inside }
}
