import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildEnvironment } from '#server/config'
import { underFileLock } from '#server/db/file-lock'
import { readIfThere } from '#server/kept-file'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')
const sources = [
  'src',
  'sw',
  'contract',
  'public',
  'vite.config.ts',
  'manifest.webmanifest',
  'package-lock.json',
]

/**
 * The folder of the built app, built first when it is missing or older than its sources. Processes
 * that start at once build once. Throws when the build fails.
 */
export async function builtApp(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true })
  await underFileLock(join(dataDir, 'build.lock'), async () => {
    const stamp = join(dataDir, 'built-from')
    const now = fingerprint()
    const isThere = existsSync(join(dist, 'app-shell.html'))
    if (isThere && (readIfThere(stamp) === now || isNewerThanSources())) return
    await build()
    writeFileSync(stamp, now)
  })
  return dist
}

function files(): string[] {
  const present = sources.map((name) => join(root, name)).filter((path) => existsSync(path))
  return present.flatMap((path) =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name)),
  )
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const file of files().sort()) hash.update(`${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** True after `npm run build`, which leaves no stamp. */
function isNewerThanSources(): boolean {
  const builtAt = statSync(join(dist, 'app-shell.html')).mtimeMs
  return files().every((file) => statSync(file).mtimeMs < builtAt)
}

function build(): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: buildEnvironment(),
    stdio: 'inherit',
  })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) =>
      code === 0
        ? done()
        : failed(new Error('The app could not be built. Run npm run build to see why.')),
    )
  })
}
