import { randomBytes } from 'node:crypto'
import { type Db, openDatabase, withConnection } from '#server/db/client'
import { replaceDatabase } from '#tests/support/database/database-url'

/** Runs `work` on a fresh copy of the database `template`, and drops the copy. */
export async function withScratchDatabase<T>(
  admin: string,
  template: string,
  work: (db: Db, url: string) => Promise<T>,
): Promise<T> {
  const name = `scratch_${randomBytes(8).toString('hex')}`
  const asAdmin = (statement: string) =>
    withConnection(admin, 'waka load', (client) => client.query(statement))
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const url = replaceDatabase(admin, name)
  const db = openDatabase(url, { application_name: 'waka load' })
  try {
    return await work(db, url)
  } finally {
    await db.destroy()
    await asAdmin(`drop database ${name} with (force)`)
  }
}
