import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { makeBuildEnvironment } from '#server/config'
import type { Db } from '#server/db/client'
import { withFileLock } from '#server/db/file-lock'
import { type App, makeServer, registerBindings } from '#server/http/fastify'
import { serveBuiltApp } from '#server/http/static'
import { findBuiltApp } from '#server/platform/built-app'
import { aConfig } from '#tests/support/server/test-server'

const root = resolve(import.meta.dirname, '../../..')
const built =
  'src sw contract public server tools vite.config.ts package.json manifest.webmanifest tsconfig.json'.split(
    ' ',
  )

/** The screen that differs between the versions, and its heading in a version. */
export const changedScreen = '/about'
const plainName = 'About our Company'
export const makeVersionTitle = (version: number) =>
  version === 1 ? plainName : `${plainName}, version ${version}`

/** Finds the chunk of the changed screen in this page's version. */
export const findChangedChunk = () => {
  const map = document.querySelector('script[type="importmap"]')?.textContent ?? '{}'
  const { imports = {} } = JSON.parse(map) as { imports?: Record<string, string> }
  return Object.values(imports).find((path) => /company\.screens-/.test(path)) ?? ''
}

/**
 * Deletes a file from the phone and makes the worker fetch all that is missing; returns whether the file is stored
 * again.
 */
export const refetchFile = async (path: string) => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(path)
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise((resolve) => (port1.onmessage = resolve))
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage({ type: 'WARM' }, [port2])
  await answered
  return (await caches.match(path)) !== undefined
}

/** Maps a version, counted from 1, to its folder. */
export type VersionFolder = (version: number) => string

/**
 * Builds versions 1 to `count` of this checkout, which differ in one word of one lazy screen: the built app, then
 * builds from a copy of the sources, 6 s each. An earlier build of the same sources is reused, and workers share it.
 */
export async function buildVersions(count: number): Promise<VersionFolder> {
  const first = await findBuiltApp(root)
  const kept = join(root, 'node_modules/.cache/waka/versions')
  const mine = join(kept, fingerprint())
  const folderOf = (version: number) => (version === 1 ? first : join(mine, `v${version}`))
  mkdirSync(dirname(kept), { recursive: true })
  await withFileLock(`${kept}.lock`, async () => {
    for (const other of existsSync(kept) ? readdirSync(kept) : [])
      if (join(kept, other) !== mine) rmSync(join(kept, other), { recursive: true })
    for (let version = 2; version <= count; version += 1)
      if (!existsSync(folderOf(version))) await build(version, folderOf(version))
  })
  return folderOf
}

/** Packages have the same path as for the built app, since chunk names depend on it. */
const buildHere =
  "await (await import('vite')).build({ logLevel: 'error', resolve: { preserveSymlinks: true } })"

async function build(version: number, folder: string): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'waka-version-'))
  for (const name of built) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const screen = join(copy, 'src/features/site/company.screens.tsx')
  const source = readFileSync(screen, 'utf8')
  const changed = source.replace(`title="${plainName}"`, `title="${makeVersionTitle(version)}"`)
  if (changed === source) throw new Error('The screen to change is called otherwise now.')
  writeFileSync(screen, changed)
  const out = join(copy, 'out')
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', buildHere], {
    cwd: copy,
    env: { ...makeBuildEnvironment(), OUT_DIR: out },
  })
  cpSync(out, folder, { recursive: true })
  rmSync(copy, { recursive: true })
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const name of built) {
    const path = join(root, name)
    const files = statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => join(path, file))
    for (const file of files.toSorted())
      if (statSync(file).isFile()) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** A URL at which versions are released one after another. Its API is that of the running product. */
export interface Releases {
  url: string
  /** Releases a version; a phone has to check for it. The last three remain available, as in production. */
  release: (version: number) => Promise<void>
  /** Turns the kill switch on or off: the worker that removes all workers is served. */
  kill: (isOn: boolean) => Promise<void>
  /**
   * Breaks off the answers to fetches of the paths for which `isBroken` is true, until the next call. Opening a page
   * does not count as a fetch.
   */
  breakOff: (isBroken: (path: string) => boolean) => void
  /** Bytes that this test server has sent since it started, headers included. */
  bytes: () => number
  /** The fetched paths, in order, without the pages that somebody opened. */
  asked: string[]
  close: () => Promise<void>
}

/** Serves versions with the code that serves files in the real server. */
export async function serveVersions(
  folderOf: VersionFolder,
  product = process.env['E2E_URL'] ?? '',
): Promise<Releases> {
  const data_dir = mkdtempSync(join(tmpdir(), 'waka-releases-'))
  const apps: App[] = []
  const sockets: Socket[] = []
  const asked: string[] = []
  let isBroken = (_path: string) => false
  let version = 1
  let sw_kill = false
  const start = async () => {
    const host = {
      db: {} as Db,
      config: aConfig({ data_dir, sw_kill }),
      log: pino({ level: 'silent' }),
      payables: [],
      authenticate: {
        user: async () => undefined,
        operator: async () => undefined,
        staff: async () => undefined,
      },
      desk: { member: async () => undefined, note: async () => {} },
    }
    const app = await makeServer(host)
    await serveBuiltApp(app, folderOf(version), host.config)
    registerBindings(app, host, [])
    await app.ready()
    apps.push(app)
  }
  const front = createServer((asking, answering) => {
    const path = (asking.url ?? '/').split('?', 1)[0] ?? '/'
    const isFetch = asking.headers['sec-fetch-mode'] !== 'navigate'
    if (isFetch) asked.push(path)
    if (isFetch && isBroken(path)) asking.socket.destroy()
    else if (/^\/(?:api|sandbox)\//.test(path)) pass(product, asking, answering)
    else apps.at(-1)?.routing(asking, answering)
  })
  front.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((done) => front.listen(0, done))
  await start()
  return {
    url: `http://localhost:${(front.address() as AddressInfo).port}`,
    release: (next) => {
      version = next
      return start()
    },
    kill: (isOn) => {
      sw_kill = isOn
      return start()
    },
    breakOff: (next) => (isBroken = next),
    bytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    asked,
    close: async () => {
      front.closeAllConnections()
      front.close()
      for (const app of apps) await app.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

/** Forwards a call to the product that runs for all specs. */
function pass(product: string, asking: IncomingMessage, answering: ServerResponse): void {
  const to = new URL(asking.url ?? '/', product)
  const on = request(to, { method: asking.method, headers: { ...asking.headers, host: to.host } })
  on.on('response', (answer) => {
    answering.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.on('error', () => answering.destroy())
    answer.pipe(answering)
  })
  on.on('error', () => answering.destroy())
  asking.pipe(on)
}
