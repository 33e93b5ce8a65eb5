import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { withConnection } from '#server/db/client'
import { findFreePort } from '#tests/support/server/free-port'

/** Returns whether a server answers at a port. */
const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The first start creates and fills the database; each later start opens what the previous end has left. */
const data_dir = mkdtempSync(join(tmpdir(), 'waka-start-'))
const database = () => {
  const kept = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
    password: string
    port: number
  }
  return { ...kept, url: `postgresql://waka:${kept.password}@127.0.0.1:${kept.port}/postgres` }
}
afterAll(() => {
  for (const place of [database().home, data_dir]) rmSync(place, { recursive: true, force: true })
})

/** Runs `npm start` with its own data folder, as a person does. */
async function npmStart() {
  const port = await findFreePort()
  const { TEST_DATABASE_URL: _, DATABASE_URL: __, ...env } = process.env
  const npm = spawn('npm', ['start'], {
    stdio: 'ignore',
    // npm gets a separate process group, as in a terminal.
    detached: true,
    env: { ...env, NODE_ENV: 'development', DATA_DIR: data_dir, PORT: String(port) },
  })
  const isDatabaseUp = () =>
    withConnection(database().url, 'waka test', (client) => client.query('select 1')).then(
      () => true,
      () => false,
    )
  const end = (signal: NodeJS.Signals) => process.kill(-(npm.pid ?? 0), signal)
  onTestFinished(async () => {
    if (npm.exitCode === null && npm.signalCode === null) end('SIGTERM')
    await expect.poll(isDatabaseUp, { timeout: 20_000 }).toBe(false)
  })
  return { npm, end, port, isDatabaseUp }
}

/** Starts the product, ends it as given, and checks that its port and PostgreSQL no longer answer. */
async function seesItEnd(how: (started: Awaited<ReturnType<typeof npmStart>>) => void) {
  const started = await npmStart()
  await expect.poll(() => answers(started.port), { timeout: 100_000, interval: 200 }).toBe(true)
  expect(await started.isDatabaseUp()).toBe(true)
  how(started)
  await expect.poll(() => answers(started.port), { timeout: 20_000, interval: 100 }).toBe(false)
  await expect.poll(started.isDatabaseUp, { timeout: 20_000, interval: 100 }).toBe(false)
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ending npm start by its process id alone with %s ends the server and its PostgreSQL',
  (signal) => seesItEnd(({ npm }) => npm.kill(signal)),
  180_000,
)

test('Ctrl+C ends npm start, the server and its PostgreSQL', async () => {
  await seesItEnd(({ end }) => end('SIGINT'))
}, 180_000)
