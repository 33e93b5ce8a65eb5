import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeId } from '#server/platform/ids'

const maxReleases = 3

/**
 * Copies the hashed files of this build to a folder below `releases`. Returns the folders of the last three builds
 * before it, since a phone or a desk with yesterday's page still needs yesterday's files.
 */
export function copyRelease(dist: string, releases: string): string[] {
  const pages = ['app-shell.html', 'desk.html']
    .map((name) => join(dist, name))
    .filter((page) => existsSync(page))
  if (pages.length === 0) return []
  const hash = createHash('sha256')
  for (const page of pages) hash.update(readFileSync(page))
  const build = hash.digest('hex').slice(0, 16)
  const mine = join(releases, build)
  if (!existsSync(mine)) {
    // Other processes serve any release that they find, so a release must appear complete and in one step.
    const unfinished = join(releases, `.${makeId()}`)
    mkdirSync(unfinished, { recursive: true })
    for (const folder of ['assets', 'desk-assets'].filter((name) => existsSync(join(dist, name))))
      cpSync(join(dist, folder), join(unfinished, folder), {
        recursive: true,
        preserveTimestamps: true,
      })
    publishRelease(unfinished, mine)
  }
  for (const folder of listAbandoned(releases)) rmSync(folder, { recursive: true, force: true })
  const others = listReleases(releases).filter((folder) => folder !== mine)
  for (const folder of others.slice(maxReleases)) rmSync(folder, { recursive: true, force: true })
  return others.slice(0, maxReleases)
}

/** Renames a finished folder, unless another process has done the same in the meantime. */
function publishRelease(unfinished: string, folder: string): void {
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/** Returns the unfinished folders of processes that were killed while they copied, an hour ago or longer. */
const listAbandoned = (releases: string) =>
  readdirSync(releases)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(releases, name))
    .filter((folder) => {
      const made = statSync(folder, { throwIfNoEntry: false })
      return made !== undefined && made.mtimeMs < Date.now() - 3_600_000
    })

/** Returns the folders of the builds whose files are kept, the newest first. */
export function listReleases(releases: string): string[] {
  if (!existsSync(releases)) return []
  return readdirSync(releases)
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(releases, name))
    .map((folder) => ({ folder, at: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.at - a.at)
    .map(({ folder }) => folder)
}
