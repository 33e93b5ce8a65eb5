import { demo } from '#demo/index'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import { findAppRole } from '#server/db/app-role'
import { openDatabase } from '#server/db/client'
import { makeLog } from '#server/http/log'

// Serves our API, and the bare stack (BARE_DIST) in place of our app, in the same way as our app's files.
const config = readConfig()
const log = makeLog(config.log_level)
const url = config.database_url ?? ''
const onLost = (error: unknown) => log.warn({ err: error }, 'a connection was lost')
const db = openDatabase(url, { onLost, role: await findAppRole(url) })
const app = await buildApp({
  db,
  config,
  log,
  demo,
  dist: process.env['BARE_DIST'],
})
await app.listen({ port: config.port, host: '127.0.0.1' })
