import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readConfig } from '#server/config'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { withConnection } from './client.ts'
import { migrate } from './migrate.ts'
import { describeTables } from './tables-text.ts'

const embedded = await startEmbeddedPostgres({ data_dir: readConfig().data_dir })
try {
  await withConnection(embedded.url, 'waka tables', writeTables)
} finally {
  await embedded.stop()
}

/** Migrates an empty database and writes what its tables are into `server/db/tables`. */
async function writeTables(admin: pg.Client): Promise<void> {
  const name = `tables_${process.pid}`
  const url = new URL(embedded.url)
  url.pathname = `/${name}`
  await admin.query(`create database ${name}`)
  try {
    await migrate(url.href)
    const files = await withConnection(url.href, 'waka tables', describeTables)
    rmSync(join(import.meta.dirname, 'tables'), { recursive: true, force: true })
    mkdirSync(join(import.meta.dirname, 'tables'))
    for (const [file, text] of files) writeFileSync(join(import.meta.dirname, file), text)
    console.log(`Wrote ${[...files.keys()].join(', ')}`)
  } finally {
    await admin.query(`drop database ${name} with (force)`)
  }
}
