import { posix } from 'node:path'
import type { Rolldown } from 'vite'
import { computeShortHash } from './page-policy.ts'

/**
 * Names scripts and style sheets by the SHA-256 of their content, so that the service worker can check a file by its
 * name alone: the bundler's own hashes cannot be computed from a file. Files name each other by the keys of the import
 * map. The start page and every file that loads another contain such keys, so a key is written without the bundler's
 * hash if it is unique without it. Returns the map, and the new path of each file by the bundler's path.
 */
export function nameByContent(
  emitFile: Rolldown.PluginContext['emitFile'],
  bundle: Rolldown.OutputBundle,
): { imports: Record<string, string>; names: Map<string, string> } {
  // The map also lists a file that only imports others, although the bundler has merged it into the page.
  const listed = Object.entries(readImportMap(bundle))
    .map(([key, path]) => ({ key, path: path.slice(1), short: withHash(key) }))
    .filter(({ path }) => path in bundle)
  const shorts = listed.map(({ short }) => short)
  const isOnly = (name: string) => shorts.indexOf(name) === shorts.lastIndexOf(name)
  const unique = listed.filter(({ short }) => isOnly(short))
  const keys = new Map(unique.map(({ key, short }) => [posix.basename(key), posix.basename(short)]))
  for (const file of Object.values(bundle))
    if (file.type === 'chunk') file.code = replaceNames(file.code, keys)
  const names = new Map<string, string>()
  for (const { path } of listed) {
    const source = readSource(bundle, path)
    const fileName = withHash(path, `-${computeShortHash(source)}`)
    names.set(path, fileName)
    delete bundle[path]
    emitFile({ type: 'asset', fileName, source })
  }
  const imports = listed
    .map(({ key, path, short }) => [isOnly(short) ? short : key, `/${names.get(path)}`] as const)
    .toSorted(([one], [other]) => one.localeCompare(other))
  return { imports: Object.fromEntries(imports), names }
}

function readImportMap(bundle: Rolldown.OutputBundle): Record<string, string> {
  const { imports } = JSON.parse(readSource(bundle, 'importmap.json')) as {
    imports: Record<string, string>
  }
  delete bundle['importmap.json']
  return imports
}

/** Returns the path of a file, which the bundler names `name-12345678.js`, with another hash or none. */
function withHash(path: string, hash = ''): string {
  const { dir, name, ext } = posix.parse(path)
  return posix.format({ dir, name: name.slice(0, -'-12345678'.length) + hash, ext })
}

/** Returns the text of a file of the bundle. Throws if the bundle has no such file. */
export function readSource(bundle: Readonly<Rolldown.OutputBundle>, name: string): string {
  const file = bundle[name]
  if (file === undefined) throw new Error(`the build has no ${name}`)
  return file.type === 'chunk' ? file.code : String(file.source)
}

export function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  for (const [before, after] of names) text = text.replaceAll(before, after)
  return text
}
