import { startEmbeddedPostgres } from '#server/db/embedded-postgres'

// A process of its own that brings the database in argv[2], says where it is and lives until it is
// told to stop with SIGTERM.
const alive = setInterval(() => {}, 1000)
const brought = await startEmbeddedPostgres({ data_dir: process.argv[2] ?? '' })
process.once('SIGTERM', () => {
  void brought.stop().then(() => clearInterval(alive))
})
process.stdout.write(`${brought.url}\n`)
