import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres'
import { withConnection } from '#server/db/client'
import { withFileLock } from '#server/db/file-lock'

const starters: ChildProcess[] = []
const homes: string[] = []

afterEach(async () => {
  for (const starter of starters.splice(0)) await end(starter, 'SIGTERM')
})
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true })
})

test('starters at once share one PostgreSQL; the last to leave stops it', async () => {
  const data_dir = aDataDirectory()
  const [one, two, three] = await Promise.all([start(data_dir), start(data_dir), start(data_dir)])
  expect(new Set([one.url, two.url, three.url]).size).toBe(1)
  const pid = await postmaster(one.url)
  await end(one.process, 'SIGTERM')
  await end(two.process, 'SIGTERM')
  expect(await postmaster(three.url)).toBe(pid)
  await end(three.process, 'SIGTERM')
  await expect(postmaster(one.url)).rejects.toThrow(/connect E(?:CONNREFUSED|NOENT)/)
}, 60_000)

test('after its starter was killed it is found again with its data, and stops with the next', async () => {
  const data_dir = aDataDirectory()
  const first = await start(data_dir)
  const pid = await postmaster(first.url)
  await ask(first.url, 'create table kept as select 42 as answer')
  await end(first.process, 'SIGKILL')
  const second = await start(data_dir)
  expect(await postmaster(second.url)).toBe(pid)
  expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await end(second.process, 'SIGTERM')
  await expect(postmaster(second.url)).rejects.toThrow(/connect E(?:CONNREFUSED|NOENT)/)
}, 60_000)

test('a killed PostgreSQL is started again at the same address by those who use it', async () => {
  const data_dir = aDataDirectory()
  const news: string[] = []
  const here = await startEmbeddedPostgres({ data_dir, onNews: (sentence) => news.push(sentence) })
  const there = await start(data_dir)
  expect(there.url).toBe(here.url)
  await ask(here.url, 'create table kept as select 42 as answer')
  const pid = await postmaster(here.url)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postmaster(here.url).catch(() => pid), { timeout: 30_000 }).not.toBe(pid)
  expect(await ask(here.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await expect.poll(() => news.at(-1), { timeout: 10_000 }).toContain('is back')
  await end(there.process, 'SIGTERM')
  expect(await ask(here.url, 'select answer from kept')).toEqual([{ answer: 42 }])
  await here.stop()
}, 60_000)

test('it works below a directory that nobody else may enter', async () => {
  const data_dir = aDataDirectory()
  chmodSync(resolve(data_dir, '..'), 0o700)
  const brought = await startEmbeddedPostgres({ data_dir })
  const { home } = JSON.parse(readFileSync(join(data_dir, 'database.json'), 'utf8')) as {
    home: string
  }
  homes.push(home)
  expect(await ask(brought.url, 'show fsync')).toEqual([{ fsync: 'on' }])
  await brought.stop()
  const isRoot = process.getuid?.() === 0
  expect(home === data_dir).toBe(!isRoot)
  const again = await startEmbeddedPostgres({ data_dir })
  expect(
    await ask(
      again.url,
      `select datcollate, pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'waka'`,
    ),
  ).toEqual([{ datcollate: 'C', encoding: 'UTF8' }])
  await again.stop()
}, 60_000)

test('the lock of a process that is gone is taken over, by one at a time', async () => {
  const data_dir = aDataDirectory()
  const path = join(resolve(data_dir, '..'), 'a.lock')
  const gone = spawn(process.execPath, [
    '-e',
    `require('fs').writeFileSync(${JSON.stringify(path)}, String(process.pid))`,
  ])
  await once(gone, 'exit')
  let inside = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 20 }, () =>
      withFileLock(path, async () => {
        inside += 1
        most = Math.max(most, inside)
        await new Promise((done) => setTimeout(done, 5))
        inside -= 1
      }),
    ),
  )
  expect([most, existsSync(path)]).toEqual([1, false])
})

/** A data directory that does not exist yet, inside one that everybody may enter. */
function aDataDirectory(): string {
  const home = mkdtempSync(join(tmpdir(), 'waka-test-'))
  chmodSync(home, 0o755)
  homes.push(home)
  return join(home, '.data')
}

async function start(data_dir: string): Promise<{ process: ChildProcess; url: string }> {
  const script = resolve(import.meta.dirname, '../../support/database/embedded-process.ts')
  const starter = spawn(process.execPath, [script, data_dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  starters.push(starter)
  const [line] = (await once(starter.stdout, 'data')) as [Buffer]
  return { process: starter, url: line.toString().trim() }
}

async function end(starter: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (starter.exitCode !== null || starter.signalCode !== null) return
  starter.kill(signal)
  await once(starter, 'exit')
}

function ask(url: string, statement: string): Promise<unknown[]> {
  return withConnection(url, 'waka tests', async (client) => (await client.query(statement)).rows)
}

async function postmaster(url: string): Promise<number> {
  const rows = await ask(
    url,
    `select split_part(pg_read_file('postmaster.pid'), e'\\n', 1)::int as pid`,
  )
  return (rows[0] as { pid: number }).pid
}
