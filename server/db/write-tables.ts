import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/config'
import { bringDatabase } from './brought.ts'
import { connectAlone } from './client.ts'
import { migrate } from './migrate.ts'
import { describeTables } from './tables-text.ts'

/** Migrates an empty database and writes what its tables are into `server/db/tables`. */
async function writeTables(): Promise<void> {
  const brought = await bringDatabase({ data_dir: readConfig().data_dir })
  const admin = await connectAlone(brought.url, 'waka tables')
  const scratch = new URL(brought.url)
  scratch.pathname = `/tables_${process.pid}`
  await admin.query(`create database tables_${process.pid}`)
  try {
    await migrate(scratch.href)
    const client = await connectAlone(scratch.href, 'waka tables')
    const files = await describeTables(client).finally(() => client.end())
    rmSync(join(import.meta.dirname, 'tables'), { recursive: true, force: true })
    mkdirSync(join(import.meta.dirname, 'tables'))
    for (const [file, text] of files) writeFileSync(join(import.meta.dirname, file), text)
    console.log(`Wrote ${[...files.keys()].join(', ')}`)
  } finally {
    await admin.query(`drop database tables_${process.pid} with (force)`)
    await admin.end()
    await brought.stop()
  }
}

await writeTables()
