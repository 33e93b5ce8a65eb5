import type * as z from 'zod/mini'
import type { Shape } from './shape.ts'

/** The parts of a schema's definition that decide its shape. */
interface Definition {
  type: string
  format?: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  out?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  values?: readonly unknown[]
  entries?: Record<string, unknown>
}

const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as unknown as Definition

/** Returns the shape of a schema's output. Limits and patterns are left out; a kind without a shape becomes `any`. */
export function makeSchemaShape(schema: z.ZodMiniType): Shape {
  const { type, format, ...def } = definitionOf(schema)
  if (type === 'string') return format === 'datetime' ? 'instant' : 'string'
  if (type === 'number' || type === 'boolean' || type === 'null') return type
  if (type === 'enum' || type === 'literal') {
    const values = def.values ?? Object.values(def.entries ?? {})
    return makeUnion(values.map((value) => (value === null ? 'null' : (typeof value as Shape))))
  }
  if (type === 'array' && def.element) return [makeSchemaShape(def.element)]
  if (type === 'record' && def.valueType) return { '*': makeSchemaShape(def.valueType) }
  if (type === 'union') return makeUnion((def.options ?? []).map(makeSchemaShape))
  if (type === 'nullable' && def.innerType)
    return makeUnion([makeSchemaShape(def.innerType), 'null'])
  if (type === 'pipe' && def.out) return makeSchemaShape(def.out)
  if (type === 'object') {
    const fields = Object.entries(def.shape ?? {}).map(([name, field]) => [
      definitionOf(field).type === 'optional' ? `${name}?` : name,
      makeSchemaShape(field),
    ])
    return Object.fromEntries(fields) as Shape
  }
  return def.innerType ? makeSchemaShape(def.innerType) : 'any'
}

/** Returns the shape of a value that has one of these shapes, without repetitions. */
function makeUnion(shapes: readonly Shape[]): Shape {
  const different = [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()]
  return different.length === 1 ? (different[0] ?? 'any') : different
}
