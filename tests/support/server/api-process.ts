import { demo } from '#demo/index'
import { makeJobHandlers, makeErrorLogger, openJobs } from '#server/jobs/all-jobs'
import { buildApp } from '#server/app'
import { readConfig } from '#server/config'
import { openApiDatabase } from '#server/db/api-database'
import { EventHub } from '#server/rooms/events'
import { makeLog } from '#server/http/log'

// Runs the API and its jobs in a separate process, as server/main.ts starts them, but without the app: a test that
// kills processes does not have to wait for a build.
const config = readConfig()
const log = makeLog(config.log_level)
const { database_url: url = '', database_direct_url: direct_url = url } = config
const onError = makeErrorLogger(log)
const db = await openApiDatabase({ url, direct_url }, { onLost: onError })
const queue = await openJobs(direct_url, onError, demo)
const live = new EventHub({ db, log, url: direct_url })
const app = await buildApp({ db, config, log, live, demo })
await app.listen({ port: config.port, host: '127.0.0.1' })
await queue.work(makeJobHandlers({ db, config, log }, demo))
