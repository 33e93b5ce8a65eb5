import { computeShortHash } from './page-policy.ts'
import type { Rolldown } from 'vite'

const ownName = /-[\w-]{8}(?=\.(?:js|css)$)/

/**
 * Names scripts and style sheets by the SHA-256 of their content, so that the service worker can check a file by its
 * name alone: the bundler's own hashes cannot be computed from a file. Only the import map and lists of files contain
 * these names, since files name each other by the keys of the map. Returns the new name of each renamed file.
 */
export function nameByContent(
  emitFile: Rolldown.PluginContext['emitFile'],
  bundle: Rolldown.OutputBundle,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    const { fileName } = file
    if (!fileName.startsWith('assets/') || !ownName.test(fileName)) continue
    const source = file.type === 'chunk' ? file.code : String(file.source)
    const name = fileName.replace(ownName, () => `-${computeShortHash(source)}`)
    names.set(fileName, name)
    if (name === fileName) continue
    delete bundle[fileName]
    emitFile({ type: 'asset', fileName: name, source })
  }
  return names
}

/** Replaces the names of renamed files in a text, but not the keys of an import map. */
export const replaceNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replaceAll(/assets\/[\w.-]+\.(?:js|css)(?!":)/g, (name) => names.get(name) ?? name)
