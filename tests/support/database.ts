import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { findAppRole } from '#server/db/app-role'
import { type Db, openDatabase, withConnection } from '#server/db/client'
import { databaseUrl } from '#tests/support/database-url'

export interface TestDatabase {
  readonly url: string
  readonly db: Db
}

const servedOf = new WeakMap<Db, Db>()

/** The same database as a server has it: under the role that may change no table. */
export function asServed(db: Db): Db {
  return servedOf.get(db) ?? db
}

/**
 * A fresh migrated database of the test file's own, dropped when the file is done. Call it at the
 * top of the file: `const { db, url } = await testDatabase()`. `migrated: false` gives an empty one.
 */
export async function testDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const { url: adminUrl, template } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  await asAdmin(
    adminUrl,
    `create database ${name} template ${migrated ? template : 'template0'} strategy file_copy`,
  )
  const url = databaseUrl(adminUrl, name)
  const db = openDatabase(url, { application_name: 'waka test' })
  const role = migrated ? await findAppRole(url) : undefined
  const served = openDatabase(url, { application_name: 'waka test server', role })
  servedOf.set(db, served)
  afterAll(async () => {
    await served.destroy()
    await db.destroy()
    await asAdmin(adminUrl, `drop database if exists ${name} with (force)`)
  })
  return { url, db }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  await withConnection(url, 'waka tests', (admin) => admin.query(statement))
}
