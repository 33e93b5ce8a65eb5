import { fork } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { findFreePort } from '#tests/support/server/free-port'

const program = resolve(import.meta.dirname, 'watched-process.ts')

/** A real server on a database, in a separate process. */
export interface WatchedServer {
  origin: string
  port: number
  /** Returns the longest blocking of its event loop since the last call, in ms. */
  standstill: () => Promise<number>
}

/** Starts a server with the API and a small built app, and ends it with the test file. */
export async function aWatchedServer(
  url: string,
  env: Record<string, string> = {},
): Promise<WatchedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waka-watched-'))
  const dist = join(folder, 'dist')
  mkdirSync(join(dist, 'assets'), { recursive: true })
  for (const name of ['index.html', 'app-shell.html', 'auth.html'])
    writeFileSync(join(dist, name), '<h1>app</h1>')
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const child = fork(program, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: url,
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: folder,
      DIST: dist,
      RATE_LIMIT_FACTOR: '1000000',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  afterAll(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const said = <T>() =>
    new Promise<T>((done, failed) => {
      const ended = () => failed(new Error('the watched server ended'))
      child.once('exit', ended)
      child.once('message', (message) => {
        child.off('exit', ended)
        done(message as T)
      })
    })
  await said()
  const standstill = async () => {
    const answer = said<{ worst: number }>()
    child.send('how long?')
    return (await answer).worst
  }
  return { origin, port, standstill }
}
