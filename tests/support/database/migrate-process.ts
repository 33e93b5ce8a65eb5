import { migrate, readMigrations } from '#server/db/migrate'

// A process of its own that migrates argv[2] with the files in argv[3] and prints what it applied.
const [, , url = '', directory = ''] = process.argv
const schema = { migrations: readMigrations(directory), functions: [] }
process.stdout.write(JSON.stringify(await migrate(url, schema)))
