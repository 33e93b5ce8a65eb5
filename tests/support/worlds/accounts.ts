import { makeJobHandlers } from '#server/jobs/all-jobs'
import { afterAll } from 'vitest'
import type { Config } from '#server/config'
import type { JobHandlers } from '#server/jobs/queue'
import { listMessages } from '#demo/sandbox/message-repository'
import { testDatabase } from '#tests/support/database/test-database'
import { runDueJobs } from '#tests/support/server/jobs'
import { findFreePort } from '#tests/support/server/free-port'
import { aServer } from '#tests/support/server/test-server'

/**
 * Starts a listening server with its stand-in of Google, and functions that read its outgoing messages. By default it
 * has no rate limits.
 */
export async function anAccountWorld(config: Partial<Config> = {}) {
  const { db } = await testDatabase()
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const server = await aServer(db, { config: { port, public_url: origin, ...config } })
  const { google } = server.host.config
  google.token_url = `${origin}/sandbox/google/token`
  google.jwks_url = `${origin}/sandbox/google/certs`
  google.tokeninfo_url = `${origin}/sandbox/google/tokeninfo`
  await server.app.listen({ port, host: '127.0.0.1' })
  afterAll(() => server.close())
  const deps = { ...server.host, db }
  const handlers: JobHandlers = makeJobHandlers(deps)

  /** Runs every waiting job, in order, until none is left. Throws when one has failed. */
  async function doJobs(): Promise<void> {
    const [first] = await runDueJobs(db, handlers)
    if (first !== undefined) throw new Error('a job failed', { cause: first })
  }

  /** Returns the emails or SMS to an email address or phone number, newest first. */
  async function lettersTo(address: string): Promise<string[]> {
    await doJobs()
    const letters = await listMessages(db, address.includes('@') ? 'mail' : 'sms', address)
    return letters.map(({ body }) => body)
  }

  /** Returns the code in the newest email or SMS to an email address or phone number. */
  async function codeSentTo(address: string): Promise<string> {
    return /^\d{6}/.exec((await lettersTo(address))[0] ?? '')?.[0] ?? 'none'
  }

  return { db, server, origin, deps, doJobs, lettersTo, codeSentTo }
}

/** Returns a code that differs from this one. */
export const makeDifferentCode = (code: string) =>
  String((Number(code) + 1) % 1_000_000).padStart(6, '0')
