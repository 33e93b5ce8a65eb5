import { migrate, readMigrations } from '#server/db/migrate'

// Migrates argv[2] with the files in argv[3] in a separate process, and prints what it applied.
const [, , url = '', directory = ''] = process.argv
const schema = { migrations: readMigrations(directory), functions: [] }
process.stdout.write(JSON.stringify(await migrate(url, schema)))
