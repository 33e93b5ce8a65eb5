import { startEmbeddedPostgres } from '#server/db/embedded-postgres'

// Opens the database in argv[2], prints its URL and runs until SIGTERM.
const alive = setInterval(() => {}, 1000)
const brought = await startEmbeddedPostgres({ data_dir: process.argv[2] ?? '' })
process.once('SIGTERM', () => {
  void brought.stop().then(() => clearInterval(alive))
})
process.stdout.write(`${brought.url}\n`)
