import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'

/** One source file of a place: its path from the root (`src/ui/query-result.tsx`), its text and its imports. */
export interface HouseFile {
  readonly path: string
  readonly folder: string
  /** The file's name up to its first dot: `trip-card` of `trip-card.test.tsx`. */
  readonly stem: string
  readonly text: string
  readonly imports: readonly Import[]
}

/** An import, a re-export or a dynamic import; `is_type` when it disappears at run time. */
export interface Import {
  readonly from: string
  /** The imported file, from the root; undefined for packages. */
  readonly to: string | undefined
  readonly is_type: boolean
}

/**
 * A rule of the repository. `name`: the rule as a sentence. `broken`: lists its violations, as `path` or `path: how`.
 */
export interface Rule {
  readonly name: string
  readonly broken: (house: readonly HouseFile[]) => string[]
}

const places = ['contract', 'src', 'sw', 'server', 'demo', 'tools', 'tests'] as const

const written = /\.(?:tsx?|css|sql|html|json|ya?ml|csv|txt|md)$/
const importing =
  /(?:^|[\n;])\s*(?:import|export)\s+(type\s)?(?:[^'"`;=()]*?\sfrom\s*)?(['"])([^'"\n]+)\2|(?<![.\w])import\(\s*(['"])([^'"\n]+)\4/g

/** Reads every handwritten file of the places below `root`, sorted by path. */
export function readHouse(root: string): HouseFile[] {
  const doors = doorsOf(root)
  return places
    .flatMap((place) => listFiles(join(root, place)).map((path) => `${place}/${path}`))
    .filter((path) => written.test(path))
    .toSorted()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const stem = basename(path).split('.')[0] ?? ''
      return { path, folder: dirname(path), stem, text, imports: importsOf(path, text, doors) }
    })
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

/** Node's own `imports`: the target of each prefix, the longest prefixes first. */
type Doors = readonly (readonly [before: string, after: string, where: string])[]

function doorsOf(root: string): Doors {
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  const { imports = {} } = JSON.parse(text) as { imports?: Record<string, string> }
  return Object.entries(imports)
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([name, where]) => {
      const [before = '', after = ''] = name.split('*')
      return [before, after, where] as const
    })
}

function importsOf(path: string, text: string, doors: Doors): Import[] {
  if (!/\.tsx?$/.test(path)) return []
  return [...text.matchAll(importing)].map(([, type, , from, , dynamic]) => {
    const asked = from ?? dynamic ?? ''
    return { from: asked, to: target(path, asked, doors), is_type: type !== undefined }
  })
}

function target(path: string, asked: string, doors: Doors): string | undefined {
  if (asked.startsWith('.')) return posix.join(posix.dirname(path), asked)
  const door = doors.find(([before, after]) => asked.startsWith(before) && asked.endsWith(after))
  if (door === undefined) return undefined
  const [before, after, where] = door
  const name = asked.slice(before.length, asked.length - after.length)
  return posix.normalize(where.replaceAll('*', name))
}
