import { createHash } from 'node:crypto'
import { dirname, relative, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { type Edit, edited } from './edited.ts'

const root = resolve(import.meta.dirname, '..')
const classes = new Map<string, string>()

/**
 * A class's name, the same in the prerendered pages and in the chunks: file, name, and a hash so short
 * that two files may get the same; then the build stops, and one of the two needs another name.
 */
export function scopedName(name: string, file: string): string {
  const place = relative(root, file.split('?')[0] ?? file)
  const hash = createHash('sha256').update(`${place} ${name}`).digest('base64url').slice(0, 2)
  const scoped = `${name}_${hash}`
  const other = classes.get(scoped) ?? place
  if (other !== place) throw new Error(`.${name} of ${place} and of ${other} get the same name.`)
  classes.set(scoped, place)
  return scoped
}

/**
 * Writes the names of classes where they are used (`styles.card` → `"card_x1"`), instead of an object of all
 * names of a sheet in its chunk. The build stops at an object used in another way.
 */
export const classNamesInPlace = (): Plugin[] => [
  {
    name: 'waka:class-names',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx$/ },
      handler(code, id) {
        const edits: Edit[] = []
        const sheets = new Map<string, string>()
        const program = this.parse(code, { lang: 'tsx' })
        for (const node of program.body) {
          if (node.type !== 'ImportDeclaration') continue
          const { start, end, source, specifiers } = node
          const path = source.value
          const name = specifiers[0]?.local.name
          if (!path.endsWith('.module.css') || name === undefined) continue
          sheets.set(name, resolve(dirname(id), path))
          edits.push([start, end, `import '${path}'`])
        }
        if (sheets.size === 0) return undefined
        for (const { object, name, start, end } of usesOf(program.body, sheets)) {
          if (name === undefined) this.error(`${id} uses ${object} other than by a class's name.`)
          edits.push([start, end, JSON.stringify(scopedName(name, sheets.get(object) ?? ''))])
        }
        return { code: edited(code, edits), map: null }
      },
    },
  },
  {
    name: 'waka:sheets',
    apply: 'build',
    enforce: 'post',
    // Its rules are extracted; without this the sheet would be dropped as unused.
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: () => ({ code: '', map: null, moduleSideEffects: 'no-treeshake' }),
    },
  },
]

interface Use {
  object: string
  /** The class's name; undefined where the object itself is used. */
  name: string | undefined
  start: number
  end: number
}

/** Where names of sheets, or these as objects, are read in a syntax tree (ESTree), the tree's imports aside. */
function usesOf(node: unknown, sheets: ReadonlyMap<string, string>): Use[] {
  if (Array.isArray(node)) return node.flatMap((one) => usesOf(one, sheets))
  if (typeof node !== 'object' || node === null) return []
  const { type, name, start, end, object, property, computed, ...rest } = node as Part
  if (type === 'ImportDeclaration') return []
  if (type === 'Identifier' && sheets.has(name))
    return [{ object: name, name: undefined, start, end }]
  if (type !== 'MemberExpression') {
    // The key of a property and the name of an attribute read nothing.
    const parts = type === 'Property' && !computed ? [rest['value']] : Object.values(rest)
    return usesOf([...parts, object, property], sheets)
  }
  if (!computed && object?.type === 'Identifier' && sheets.has(object.name))
    return [{ object: object.name, name: property?.name, start, end }]
  return usesOf(computed ? [object, property] : [object], sheets)
}

interface Part {
  type: string
  name: string
  start: number
  end: number
  object?: Part
  property?: Part
  computed?: boolean
  [part: string]: unknown
}
