import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a visitor who keeps opening pages has recorded. */
export interface VisitorRecords {
  pages: number
  files: number
  /**
   * Answers other than 200, and calls without an answer. Neither is repeated: unlike a write, a page has no idempotency
   * key.
   */
  failed: string[]
}

const paths = ['/', '/login', '/bookride', '/fuel-price', '/api/v1/waka/generals/cities', '/desk']

export interface VisitorOptions {
  origin: string
  /**
   * The folders of the built apps, to tell files apart from the keys of a page's import map, which look like paths of
   * files.
   */
  apps: readonly string[]
  isOver: () => boolean
}

/** Opens pages with all the scripts and style sheets that each names, until `isOver`. */
export async function runVisitor(
  { origin, apps, isOver }: VisitorOptions,
  records: VisitorRecords,
): Promise<void> {
  const known = new Set(apps.flatMap(listFiles))
  const read = async (path: string) => {
    try {
      const answer = await fetch(origin + path, { signal: AbortSignal.timeout(15_000) })
      const text = await answer.text()
      if (answer.status !== 200) records.failed.push(`${path} ${answer.status}`)
      return text
    } catch (error) {
      records.failed.push(`${path} ${String(error)}`)
      return ''
    }
  }
  while (!isOver())
    for (const path of paths) {
      const page = await read(path)
      records.pages += 1
      const named = new Set(page.match(/\/(?:desk-)?assets\/[\w.-]+\.(?:js|css)/g))
      for (const file of named) {
        if (!known.has(file)) continue
        await read(file)
        records.files += 1
      }
      await sleep(50)
    }
}

/** Returns the paths of the scripts and style sheets of a built app and its desk. */
const listFiles = (app: string) =>
  ['assets', 'desk-assets'].flatMap((folder) =>
    (existsSync(join(app, folder)) ? readdirSync(join(app, folder)) : [])
      .filter((name) => /\.(?:js|css)$/.test(name))
      .map((name) => `/${folder}/${name}`),
  )

/** Asks for every file of a built app, as pages from before an update do. Returns those that are missing. */
export async function findMissingFiles(origin: string, app: string): Promise<string[]> {
  const missing: string[] = []
  for (const path of listFiles(app)) {
    const { status } = await fetch(origin + path)
    if (status !== 200) missing.push(`${path} ${status}`)
  }
  return missing
}
