import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { findAppRole } from '#server/db/app-role'
import { type Db, openDatabase, withConnection } from '#server/db/client'
import { seedCountry } from '#demo/country/index'
import { runAsAdmin } from './as-admin.ts'
import { replaceDatabase } from './database-url.ts'
import { limitToOneConnection } from './one-connection.ts'

export interface TestDatabase {
  readonly url: string
  readonly db: Db
}

const servedOf = new WeakMap<Db, Db>()

/**
 * Returns the same database as a server uses it: with the role that cannot change tables, one connection per task, and
 * through the pooler if the run has one.
 */
export function getAppRoleDatabase(db: Db): Db {
  return servedOf.get(db) ?? db
}

/**
 * Creates a new migrated database for the test file, dropped when the file is done. Call it at the top of the file:
 * `const { db, url } = await testDatabase()`. With `migrated: false` the database is empty, with `country` it has the
 * demo country of seed number 7.
 */
export async function testDatabase({
  migrated = true,
  country = false,
} = {}): Promise<TestDatabase> {
  const { url: adminUrl, template, pooler } = inject('postgres')
  const name = `test_${randomBytes(8).toString('hex')}`
  const filled = country ? await countryTemplate() : template
  await copyDatabase(adminUrl, migrated ? filled : 'template0', name)
  const url = replaceDatabase(adminUrl, name)
  const db = openDatabase(url, { application_name: 'waka test' })
  const isPooler = migrated && pooler !== undefined
  const served = limitToOneConnection(
    openDatabase(isPooler ? replaceDatabase(pooler, name) : url, {
      application_name: 'waka test server',
      role: migrated && !isPooler ? await findAppRole(url) : undefined,
      isPooler,
    }),
  )
  servedOf.set(db, served)
  afterAll(async () => {
    await served.destroy()
    await db.destroy()
    await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`)
  })
  return { url, db }
}

/** Creates the database with the demo country unless it exists, for test files to copy; returns its name. */
async function countryTemplate(): Promise<string> {
  const { url, template, country } = inject('postgres')
  await withConnection(url, 'waka tests', async (admin) => {
    await admin.query('select pg_advisory_lock(4123)')
    const isMade = 'select from pg_database where datname = $1'
    if ((await admin.query(isMade, [country])).rowCount === 1) return
    // The database gets its final name only when it is complete.
    const draft = `${country}_draft`
    await runAsAdmin(url, `drop database if exists ${draft} with (force)`)
    await copyDatabase(url, template, draft)
    const db = openDatabase(replaceDatabase(url, draft), { application_name: 'waka tests' })
    await seedCountry(db, 7)
    await db.destroy()
    await runAsAdmin(url, `alter database ${draft} rename to ${country}`)
  })
  return country
}

const copyDatabase = (url: string, from: string, to: string) =>
  runAsAdmin(url, `create database ${to} template ${from} strategy file_copy`)
