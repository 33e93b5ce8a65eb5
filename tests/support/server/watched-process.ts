import { demo } from '#demo/index'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import { openApiDatabase } from '#server/db/api-database'
import { makeLog } from '#server/http/log'

// Runs the API in a separate process, which reports how long its event loop was blocked. Counts only the processor time
// of its own thread between two turns, so that other load on this machine has no effect.
const config = readConfig()
const log = makeLog(config.log_level)
const url = config.database_url ?? ''
const db = await openApiDatabase({ url, direct_url: url })
const app = await buildApp({
  db,
  config,
  log,
  demo,
  dist: process.env['DIST'],
})
await app.listen({ port: config.port, host: '127.0.0.1' })

const computed = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let worst = 0
let before = computed()
setInterval(() => {
  const now = computed()
  worst = Math.max(worst, now - before)
  before = now
}, 2)

process.on('message', () => {
  process.send?.({ worst })
  worst = 0
})
process.send?.('ready')
