import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Files of the first install, at most 14: enough to start, to search and to show a ticket. Icons come later. */
const tierZero =
  /^(?:index\.html|assets\/(?:main|vendor|schemas|kit|rolldown-runtime|tickets|axios)-[\w-]+\.(?:js|css))$/

const icons = /^icon[\w-]*\.(?:png|svg)$/
/** The files of the first install in `dist`, each with its hash. */
export const firstInstall =
  (dist: string) =>
  <E extends { url: string; revision: string | null }>(entries: E[]) => ({
    manifest: entries
      .filter(
        ({ url }) => (tierZero.test(url) && !/main-[\w-]+\.css$/.test(url)) || icons.test(url),
      )
      .map((entry) => ({
        ...entry,
        revision: entry.revision && entry.revision.slice(0, 5),
        ...(icons.test(entry.url)
          ? { later: 1 }
          : { integrity: `sha256-${digest('sha256', readFileSync(join(dist, entry.url)))}` }),
      })),
  })

const digest = (kind: string, bytes: Buffer) => createHash(kind).update(bytes).digest('base64')
