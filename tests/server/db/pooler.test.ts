import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { openApiDatabase } from '#server/db/api-database'
import { sessionSettings, withConnection } from '#server/db/client'
import { sql } from '#server/db/sql'
import { aRecordingProxy } from '#tests/support/database/recording-proxy'
import { testDatabase } from '#tests/support/database/test-database'

const { db, url } = await testDatabase()

/** Makes a user that a pooler may log in as: with the rights of the API's role, and no settings yet. */
async function aPooledUser(): Promise<{ name: string; pooled_url: string }> {
  const name = `pooled_${randomBytes(6).toString('hex')}`
  await sql.raw(`create role ${name} login password 'secret' in role waka_app`).execute(db)
  afterAll(() => sql.raw(`drop role ${name}`).execute(db))
  const address = new URL(url)
  address.username = name
  address.password = 'secret'
  return { name, pooled_url: address.href }
}

test('nothing is set or prepared on the connections of a pooler', async () => {
  const { name, pooled_url } = await aPooledUser()
  for (const [setting, value] of Object.entries(sessionSettings))
    await sql.raw(`alter role ${name} set ${setting} = ${value}`).execute(db)
  const proxy = await aRecordingProxy(pooled_url)
  const pooled = await openApiDatabase({ url: proxy.url, direct_url: url })
  await sql`select ${1}::int`.execute(pooled)
  await pooled.transaction((tx) => sql`select ${'a'}::text`.execute(tx))
  await pooled.destroy()
  const { startup, prepared } = await proxy.close()
  expect(startup.toSorted()).toEqual(['application_name', 'client_encoding', 'database', 'user'])
  expect(prepared.length).toBeGreaterThan(2)
  expect(new Set(prepared)).toEqual(new Set(['']))

  // The recording can tell: it notices a setting and a name.
  const other = await aRecordingProxy(`${url}?options=-c%20jit%3Doff`)
  await withConnection(other.url, 'waka test', (client) =>
    client.query({ name: 'by-name', text: 'select $1::int', values: [1] }),
  )
  const seen = await other.close()
  expect(seen.startup).toContain('options')
  expect(seen.prepared).toEqual(['by-name'])
})

test('a pooler whose user lacks settings is refused, with the commands that mend it', async () => {
  const { name, pooled_url } = await aPooledUser()
  const refused: unknown = await openApiDatabase({ url: pooled_url, direct_url: url }).then(
    (opened) => opened.destroy(),
    (error: unknown) => error,
  )
  const commands = String(refused).split('\n').slice(1)
  expect(commands).toContain(`alter role "${name}" set statement_timeout = 15000;`)
  for (const command of commands) await sql.raw(command).execute(db)
  const pooled = await openApiDatabase({ url: pooled_url, direct_url: url })
  await expect(sql`delete from transfer`.execute(pooled)).rejects.toThrow('permission denied')
  await pooled.destroy()
})

test('it is noticed if the user of a pooler may change the ledger', async () => {
  const { name, pooled_url } = await aPooledUser()
  for (const [setting, value] of Object.entries(sessionSettings))
    await sql.raw(`alter role ${name} set ${setting} = ${value}`).execute(db)
  let noticed = 0
  const open = () =>
    openApiDatabase(
      { url: pooled_url, direct_url: url },
      { onOwnerRights: () => void (noticed += 1) },
    ).then((pooled) => pooled.destroy())
  await open()
  expect(noticed).toBe(0)
  await sql.raw(`grant delete on transfer to ${name}`).execute(db)
  await open()
  expect(noticed).toBe(1)
  await sql.raw(`revoke delete on transfer from ${name}`).execute(db)
})
