import { parseArgs } from 'node:util'
import { logins } from '#server/rooms/accounts'
import { logConsoleSecurityEvent, reportFromDatabase } from './console.ts'

const usage = `npm run end-logins -- ADDRESS      ends all sessions of the account with this email address, phone number or id
npm run end-logins -- --everyone   ends all sessions of all accounts`

interface EndLoginsArguments {
  /** If undefined, the logins of everyone end. */
  who: string | undefined
}

function readArguments(args: string[]): EndLoginsArguments | undefined {
  try {
    const options = { everyone: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [who, ...more] = positionals
    const isOne = more.length === 0 && (who === undefined) === (values.everyone === true)
    return isOne ? { who } : undefined
  } catch {
    return undefined
  }
}

const given = readArguments(process.argv.slice(2))
if (given === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
} else
  await reportFromDatabase('waka logins', async (db) => {
    const { people, ended } = await logins.endAt(db, given.who)
    if (given.who === undefined) logConsoleSecurityEvent('session.end', 'everyone')
    else for (const id of people) logConsoleSecurityEvent('session.end', `id:${id}`)
    return `${ended} logins of ${given.who === undefined ? 'everyone' : `${people.length} accounts`} are ended.`
  })
