import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPolicyCount, tellPolicyCount } from './policy-count.ts'

const root = resolve(import.meta.dirname, '../../..')
const patience = 180_000

/**
 * Starts the product once for all specs, as `npm start` does: it builds the app when that is stale and
 * brings a database of its own. E2E_URL and E2E_DATA_DIR tell the specs where; set beforehand, they
 * name a server that runs already, and nothing is started.
 */
export default async function startRun(): Promise<() => Promise<void>> {
  startPolicyCount()
  const stop = await startProduct()
  return async () => {
    tellPolicyCount()
    await stop?.()
  }
}

async function startProduct(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL'] !== undefined) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'waka-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    RATE_LIMIT_FACTOR: '1000',
    // One machine carries the browser and the server: a late answer is not what these specs judge.
    MAX_EVENT_LOOP_DELAY_MS: '0',
    LOG_LEVEL: 'warn',
  }
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  Object.assign(process.env, { E2E_URL: url, E2E_DATA_DIR: dataDir })
  return stop
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + patience
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready.')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await sleep(250)
  }
  throw new Error(`The server was not ready within ${patience / 1000} s.`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}
