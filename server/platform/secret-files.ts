import { readFileSync } from 'node:fs'
import { paymentSecretNames } from '#server/config/payment-settings'

/** Variables that hold a secret. Each may be given as NAME_FILE, which names a file from a secrets manager. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  ...paymentSecretNames,
  'GOOGLE_CLIENT_SECRET',
  'SMTP_URL',
  'SMS_URL',
  'VAPID_PRIVATE_KEY',
  'METRICS_TOKEN',
  'SESSION_SECRET',
  'TICKET_KEYS',
] as const

type Environment = Record<string, string | undefined>

/**
 * Returns the environment with the content of NAME_FILE files, and one sentence for each fault. A missing file is a
 * fault; no secret is generated in its place.
 */
export function readSecretFiles(env: Environment): { env: Environment; faults: string[] } {
  const filled = { ...env }
  const faults: string[] = []
  for (const name of secretVariables) {
    const path = env[`${name}_FILE`]
    if (path === undefined || path === '') continue
    const read = env[name] ? `${name} is set as well, set one of them` : contentOf(path)
    if (typeof read === 'string') faults.push(`${name}_FILE: ${read}`)
    else filled[name] = read.content
  }
  return { env: filled, faults }
}

/** Returns the content of a file without white space at its end, or the fault. */
function contentOf(path: string): { content: string } | string {
  try {
    const content = readFileSync(path, 'utf8').trimEnd()
    return content === '' ? `${path} is empty` : { content }
  } catch (error) {
    return `${path} cannot be read (${error instanceof Error && 'code' in error ? String(error.code) : 'unknown'})`
  }
}
