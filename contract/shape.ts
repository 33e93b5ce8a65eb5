/*
 * Shapes of values as data. The build writes the shape of each answer into the phone's copy of the contract, so that
 * pages and the service worker can check what comes from a network or a store without the schemas and their library.
 */

/**
 * The shape of a value: a string such as `number` for a simple value; `[shape]` for a list; `[shape, shape, …]` for one
 * of several; an object for its fields, in which a name that ends with `?` may be missing and `*` means every field. A
 * field whose value is undefined counts as missing.
 */
export type Shape =
  | 'any'
  | 'string'
  | 'instant'
  | 'number'
  | 'boolean'
  | 'null'
  | readonly Shape[]
  | { readonly [name: string]: Shape }

/** The latest moment that a date can have, ms. Larger numbers make the formatting of dates fail. */
const latest_ms = 8.64e15

/** Returns whether a value has a shape. Further fields are allowed, since a newer server may add some. */
export function hasShape(shape: Shape, value: unknown): boolean {
  if (typeof shape === 'string') return isOfKind(shape, value)
  if (isList(shape)) {
    const [item = 'any'] = shape
    if (shape.length > 1) return shape.some((one) => hasShape(one, value))
    return Array.isArray(value) && value.every((one) => hasShape(item, one))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.entries(shape).every(([field, part]) => {
    if (field === '*')
      return Object.values(value).every((one) => one === undefined || hasShape(part, one))
    const name = field.replace('?', '')
    const one = (value as Record<string, unknown>)[name]
    return one === undefined ? name !== field : hasShape(part, one)
  })
}

/**
 * Returns a value that has the shape. Of another list or record, returns the entries that have the shape of an entry,
 * so that one damaged entry does not make the others unusable. Returns undefined for any other value.
 */
export function dropInvalidEntries(shape: Shape, value: unknown): unknown {
  if (hasShape(shape, value)) return value
  if (typeof shape === 'string' || typeof value !== 'object' || value === null) return undefined
  const [item] = isList(shape) ? shape : [(shape as { '*'?: Shape })['*']]
  if (item === undefined || (isList(shape) && shape.length > 1)) return undefined
  if (Array.isArray(value) !== isList(shape)) return undefined
  if (Array.isArray(value)) return value.filter((one) => hasShape(item, one))
  return Object.fromEntries(Object.entries(value).filter(([, one]) => hasShape(item, one)))
}

function isOfKind(kind: string, value: unknown): boolean {
  if (kind === 'instant') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  if (kind === 'number') return typeof value === 'number' && Math.abs(value) <= latest_ms
  return kind === 'any' || kind === (value === null ? 'null' : typeof value)
}

/** Returns `any` for a field that the shape does not describe. */
export const getFieldShape = (shape: Shape | undefined, name: string): Shape =>
  (typeof shape === 'object' && !isList(shape) && shape[name]) || 'any'

/** `Array.isArray` does not narrow read-only arrays. */
const isList = (shape: Shape): shape is readonly Shape[] => Array.isArray(shape)
