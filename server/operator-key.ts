import { readConfig } from '#server/config'
import { bringDatabase } from '#server/db/brought'
import { openDatabase } from '#server/db/client'
import { migrate } from '#server/db/migrate'
import { makeOperatorKey, revokeOperatorKey } from '#server/features/operators'

const usage = `npm run operator-key -- OPERATOR LABEL     makes a key for an operator by its code, and says it once
npm run operator-key -- --revoke NAME     ends a key: NAME is the six letters after op_`

const [first = '', second = ''] = process.argv.slice(2)
if (first === '' || second === '') {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
const { database_url, data_dir } = readConfig()
const brought = database_url === undefined ? await bringDatabase({ data_dir }) : undefined
const url = database_url ?? brought?.url ?? ''
await migrate(url)
const db = openDatabase(url, { max: 1, application_name: 'waka operator key' })
try {
  if (first === '--revoke') await revokeOperatorKey(db, second)
  const said = first === '--revoke' ? 'It is revoked.' : await makeOperatorKey(db, first, second)
  process.stdout.write(`${said}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  await db.destroy()
  await brought?.stop()
}
