import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildFiles } from './files.ts'
import { computeShortHash, loginInsertions } from './page-policy.ts'

/**
 * Returns the service worker's install list, made of all files of the build in `dist`, each with its hash. Icons and
 * the build's list are marked `later`: they are downloaded after the installation. Empty if the build has failed.
 */
export function listInstallEntries<E extends { url: string; revision: string | null }>(
  dist: string,
  entries: readonly E[],
) {
  const read = (name: string) => readFileSync(join(dist, name))
  // A failed build reports the reason itself.
  if (!existsSync(join(dist, 'files.json'))) return { manifest: [] }
  const { start, install } = JSON.parse(read('files.json').toString()) as BuildFiles
  const first = new Set(['index.html', ...start, ...install])
  const manifest = entries.flatMap((entry) => {
    const { url } = entry
    // `files.json` is not final: the sizes are written into it later.
    if (url === 'files.json') return { ...entry, later: 1 }
    // Without a revision, the name contains the hash.
    const revision = entry.revision === null ? null : computeShortHash(read(url))
    if (url.startsWith('icon')) return { ...entry, revision, later: 1 }
    if (!first.has(url)) return []
    return { ...entry, revision, ...(url === 'index.html' && { login_parts: loginInsertions }) }
  })
  return { manifest }
}
