import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { makeBuildEnvironment } from '#server/config'
import { withFileLock } from '#server/db/file-lock'
import { readIfThere } from '#server/platform/persisted-file'

const sources = [
  'src',
  'sw',
  'contract',
  'public',
  'tools',
  'vite.config.ts',
  'manifest.webmanifest',
  'package-lock.json',
]

/**
 * Returns the folder of the built app. Builds it first if it is missing or older than its sources; processes that
 * start at the same time build it once. Throws if the build fails.
 */
export async function findBuiltApp(
  checkout = resolve(import.meta.dirname, '../..'),
): Promise<string> {
  const cache = join(checkout, 'node_modules/.cache/waka')
  const stamp = join(cache, 'built-from')
  if (!isFresh(checkout, stamp)) {
    mkdirSync(cache, { recursive: true })
    await withFileLock(join(cache, 'build.lock'), async () => {
      if (isFresh(checkout, stamp)) return
      const now = fingerprint(checkout)
      // The stamp is empty until the build is complete, so that an interrupted build is never served.
      writeFileSync(stamp, '')
      await build(checkout)
      writeFileSync(stamp, now)
    })
  }
  return join(checkout, 'dist')
}

function isFresh(checkout: string, stamp: string): boolean {
  const page = join(checkout, 'dist/app-shell.html')
  const builtFrom = readIfThere(stamp)
  if (!existsSync(page) || builtFrom === '') return false
  return builtFrom === fingerprint(checkout) || isNewerThanSources(checkout, page)
}

function files(checkout: string): string[] {
  const present = sources.map((name) => join(checkout, name)).filter((path) => existsSync(path))
  return present.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
  )
}

function fingerprint(checkout: string): string {
  const hash = createHash('sha256')
  for (const file of files(checkout).sort()) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Whether the build is newer than its sources. Used after `npm run build`, which writes no stamp. */
function isNewerThanSources(checkout: string, page: string): boolean {
  const builtAt = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return files(checkout).every((file) => statSync(file).mtimeMs < builtAt)
}

function build(checkout: string): Promise<void> {
  const vite = join(checkout, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: checkout,
    env: makeBuildEnvironment(),
    stdio: 'inherit',
  })
  // The lock ends with this process, so the build must end too.
  const end = () => child.kill()
  process.once('exit', end)
  child.once('close', () => process.off('exit', end))
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0
        ? done()
        : failed(new Error('The app could not be built. Run npm run build to see why.')),
    )
  })
}
