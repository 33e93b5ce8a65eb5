import type { FullConfig } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { handOut, type RunningProduct } from './own-product.ts'
import { startPolicyCount, tellPolicyCount } from './policy-count.ts'

const root = resolve(import.meta.dirname, '../../..')
const patience = 180_000

type Started = RunningProduct & { stop: () => Promise<void> }

/**
 * Starts a product for each worker at once, as `npm start` does: one of them builds the app when that is stale, and
 * each brings a database of its own. Where E2E_URL and E2E_DATA_DIR name a server that runs already, nothing is
 * started and all workers share it.
 */
export default async function startRun({ workers }: FullConfig): Promise<() => Promise<void>> {
  startPolicyCount()
  const started: Started[] = []
  const stop = async () => {
    tellPolicyCount()
    await Promise.all(started.map((product) => product.stop()))
  }
  if (process.env['E2E_URL'] !== undefined) return stop
  const starts = await Promise.allSettled(Array.from({ length: workers }, startProduct))
  for (const start of starts) if (start.status === 'fulfilled') started.push(start.value)
  const broken = starts.find((start) => start.status === 'rejected')
  if (broken !== undefined) {
    await stop()
    throw broken.reason
  }
  handOut(started.map(({ url, data_dir }) => ({ url, data_dir })))
  return stop
}

async function startProduct(): Promise<Started> {
  const data_dir = await mkdtemp(join(tmpdir(), 'waka-e2e-'))
  // PostgreSQL may run as somebody else: where they cannot enter, its data would stand elsewhere and stay.
  await chmod(data_dir, 0o711)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = {
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: data_dir,
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
    await rm(data_dir, { recursive: true, force: true })
  }
  try {
    await ready(url, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, data_dir, stop }
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
