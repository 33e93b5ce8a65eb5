import { parseArgs } from 'node:util'
import { type Scope, scopes } from '#contract/scopes'
import { logConsoleSecurityEvent, reportFromDatabase } from './console.ts'
import type { Db } from '#server/db/client'

/** A command that creates and revokes keys of one kind. */
export interface KeyCommand {
  usage: string
  /** How many positional arguments the command takes. */
  argumentCount: number
  make: (db: Db, names: readonly string[], scopes: readonly Scope[]) => Promise<string>
  revoke: (db: Db, name: string) => Promise<void>
}

interface KeyArguments {
  names: readonly string[]
  scopes: readonly Scope[]
  revoke: string | undefined
}

/**
 * Parses the command line. Returns undefined if it has an unknown option or, without `--revoke`, an unknown scope or a
 * wrong number of arguments.
 */
function parseArguments(args: readonly string[], argumentCount: number): KeyArguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { scopes: { type: 'string' }, revoke: { type: 'string' } },
    })
    const named = (values.scopes ?? '').split(',').map((word) => word.trim())
    const known = scopes.filter((scope) => named.includes(scope))
    const isGood = known.length === named.length && positionals.length === argumentCount
    if (values.revoke === undefined && !isGood) return undefined
    return { names: positionals, scopes: known, revoke: values.revoke }
  } catch {
    return undefined
  }
}

/** Runs the command line on the configured database and prints the result. */
export async function runKeyCommand(command: KeyCommand): Promise<void> {
  const given = parseArguments(process.argv.slice(2), command.argumentCount)
  if (given === undefined) {
    process.stderr.write(`${command.usage}\nScopes: ${scopes.join(', ')}.\n`)
    process.exitCode = 1
    return
  }
  await reportFromDatabase('waka keys', (db) => runGivenCommand(db, command, given))
}

async function runGivenCommand(
  db: Db,
  command: KeyCommand,
  { names, scopes: good, revoke }: KeyArguments,
) {
  if (revoke === undefined) {
    const key = await command.make(db, names, good)
    logConsoleSecurityEvent('key.create', `key:${key.slice(3, 9)} scopes:${good.join(',')}`)
    return key
  }
  await command.revoke(db, revoke)
  logConsoleSecurityEvent('key.revoke', `key:${revoke.replace(/^(op|st)_/, '').slice(0, 6)}`)
  return 'It is revoked.'
}
