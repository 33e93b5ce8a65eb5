import { computeShortHash } from './page-policy.ts'
import type { Rolldown } from 'vite'

const shorts = /-[\w-]{8}(?=\.(?:js|css)$)/

/**
 * Names scripts and style sheets by the SHA-256 of their content, so that the service worker can check a file by its
 * name alone: the bundler's own hashes cannot be computed from a file. Files name each other by the keys of the import
 * map, which loses its hash where no other key has the same name: each key is in the start page and in every file that
 * loads the other one. Returns the map, and the new path of each file by the bundler's path.
 */
export function nameByContent(
  emitFile: Rolldown.PluginContext['emitFile'],
  bundle: Rolldown.OutputBundle,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const file of Object.values(bundle)) {
    const { fileName } = file
    if (!fileName.startsWith('assets/') || !shorts.test(fileName)) continue
    const source = file.type === 'chunk' ? file.code : String(file.source)
    const name = fileName.replace(shorts, () => `-${computeShortHash(source)}`)
    names.set(fileName, name)
    if (name === fileName) continue
    delete bundle[fileName]
    emitFile({ type: 'asset', fileName: name, source })
  }
  return names
}

/**
 * Removes the bundler's hash from the keys of the import maps, by which files name each other, where no other file has
 * the name: each key is in the start page and in every file that loads the other one.
 */
export function shortenKeys(bundle: Rolldown.OutputBundle): void {
  const files = Object.values(bundle)
  const pages = files.filter(
    (file): file is Rolldown.OutputAsset =>
      file.type === 'asset' && file.fileName.endsWith('.html'),
  )
  const keys = new Set(pages.flatMap((page) => sourceOf(page).match(key) ?? []))
  const bare = [...keys].map((name) => name.replace(shorts, ''))
  const isOnly = (name: string) => bare.indexOf(name) === bare.lastIndexOf(name)
  const shorten = (name: string) => {
    const short = name.replace(shorts, '')
    return keys.has(name) && isOnly(short) ? short : name
  }
  for (const file of files)
    if (file.type === 'chunk') file.code = file.code.replaceAll(named, shorten)
  for (const page of pages) page.source = sourceOf(page).replaceAll(key, shorten)
}

const named = /[\w.-]+-[\w-]{8}\.(?:js|css)/g
const key = /[\w.-]+-[\w-]{8}\.(?:js|css)(?=":)/g
const sourceOf = ({ source }: Rolldown.OutputAsset) => String(source)

/** Replaces the names of renamed files in a text, but not the keys of an import map. */
export const replaceNames = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replaceAll(/assets\/[\w.-]+\.(?:js|css)(?!":)/g, (name) => names.get(name) ?? name)
