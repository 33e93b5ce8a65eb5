import { parseArgs } from 'node:util'
import { operatorRoles, type Role, staffRoles } from '#contract/members/rules'
import { type Db, inTransaction } from '#server/db/client'
import { addToDesk, removeFromDesk } from '#server/rooms/members'
import { logConsoleSecurityEvent, reportFromDatabase } from './console.ts'

const usage = `npm run desk-member -- EMAIL --role admin                       adds an account to our own desk (${staffRoles.join(', ')})
npm run desk-member -- EMAIL --role owner --operator CODE       adds it to an operator’s desk (${operatorRoles.join(', ')})
npm run desk-member -- EMAIL --remove                           removes it from its desk, with its second factor`

interface DeskMemberArguments {
  email: string
  operator: string | null
  /** If undefined, the member is removed. */
  role: Role | undefined
}

function readArguments(args: string[]): DeskMemberArguments | undefined {
  try {
    const options = {
      role: { type: 'string' },
      operator: { type: 'string' },
      remove: { type: 'boolean' },
    } as const
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
    const [email, ...more] = positionals
    const operator = values.operator ?? null
    const here: readonly Role[] = operator === null ? staffRoles : operatorRoles
    const role = here.find((one) => one === values.role)
    const isGood = values.remove === true ? values.role === undefined : role !== undefined
    return email === undefined || more.length > 0 || !isGood ? undefined : { email, operator, role }
  } catch {
    return undefined
  }
}

async function done(db: Db, { email, operator, role }: DeskMemberArguments): Promise<string> {
  if (role === undefined) {
    if (!(await inTransaction(db, (tx) => removeFromDesk(tx, email))))
      return `${email} is not at a desk.`
    logConsoleSecurityEvent('member.remove', 'desk')
    return `${email} is no longer at a desk.`
  }
  await inTransaction(db, (tx) => addToDesk(tx, { email, operator, role }))
  logConsoleSecurityEvent('member.join', `role:${role}`)
  return `${email} is ${role} at ${operator ?? 'our own desk'}.`
}

const given = readArguments(process.argv.slice(2))
if (given === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
} else await reportFromDatabase('waka desks', (db) => done(db, given))
