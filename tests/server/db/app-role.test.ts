import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findAppRole } from '#server/db/app-role'
import { openDatabase, withConnection } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { sql } from '#server/db/sql'
import { testDatabase } from '#tests/support/database/test-database'

const { url, db } = await testDatabase({ migrated: false })

/** Makes an owner of the same database without the right to create roles. */
async function plainOwner(): Promise<string> {
  const name = `owner_${randomBytes(6).toString('hex')}`
  const database = new URL(url).pathname.slice(1)
  await sql.raw(`create role ${name} login password 'secret'`).execute(db)
  await sql.raw(`alter database ${database} owner to ${name}`).execute(db)
  afterAll(() =>
    withConnection(url, 'waka test', async (admin) => {
      await admin.query(`reassign owned by ${name} to current_user`)
      await admin.query(`drop owned by ${name}`)
      await admin.query(`drop role ${name}`)
    }),
  )
  const address = new URL(url)
  address.username = name
  address.password = 'secret'
  return address.href
}

test('an owner who may make no roles migrates all the same, and the API works as the owner', async () => {
  const owner = await plainOwner()
  expect((await migrate(owner)).length).toBeGreaterThan(10)
  expect(await findAppRole(owner)).toBeUndefined()
  expect(await migrate(owner)).toEqual([])

  // A superuser grants the owner the role, as the notice of `migrate` suggests.
  await sql.raw(`grant waka_app to ${new URL(owner).username}`).execute(db)
  expect(await findAppRole(owner)).toBe('waka_app')
  const served = openDatabase(`${owner}?options=-c%20geqo%3Doff`, { max: 1, role: 'waka_app' })
  const { rows } = await sql<{ name: string; geqo: string }>`
    select current_user::text as name, current_setting('geqo') as geqo`.execute(served)
  expect(rows).toEqual([{ name: 'waka_app', geqo: 'off' }])
  await expect(sql`delete from transfer`.execute(served)).rejects.toThrow('permission denied')
  await sql`insert into installed (name) values ('x')`.execute(served)
  await served.destroy()
})
