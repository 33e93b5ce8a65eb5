import { type DestinationStream, type Logger, pino } from 'pino'
import { signatureHeaders } from '#server/config/payment-settings'

const secret = new Set([
  ...'authorization cookie set-cookie x-guest-token idempotency-key token guest_token link_code refresh_token password pin phone email full_name address secret'.split(
    ' ',
  ),
  ...signatureHeaders,
])

/** The maximum number of characters of one text, and of one whole line, that are checked and logged. */
const longestText = 4096
const longestLine = 16_384
/**
 * How many characters are removed from the end of a cut text: it may end with part of a secret, which no pattern finds.
 */
const halfASecret = 300

/**
 * Removes phone numbers, email addresses, tokens and links to tickets from a text, after cutting it to `most`
 * characters.
 */
export function redactText(text: string, most = longestText): string {
  if (text.length <= most) return redactSecrets(text)
  return `${redactSecrets(text.slice(0, most)).slice(0, -halfASecret)}… (${text.length})`
}

/** Query parameters that name a person or give access without a login. A payment's reference opens its invoice. */
const waysInByQuery =
  /([?&](?:phone|email|token|guest_token|login|endpoint|invoice|reference|trxref|tx_ref|payment|invitation|code)=)[^&\s"']*/gi
/** Path segments that give access. An invoice's id, which gives none without a key, has hyphens and is not removed. */
const waysInByPath = /(\/(?:invoices\/(?=[0-9a-z]{20})|payments\/|invitations\/))[^/?#\s"']+/gi

/**
 * Removes secrets from a text. To stay fast, each pattern looks ahead by a limited length or reads each character only
 * once.
 */
function redactSecrets(text: string): string {
  return text
    .replaceAll(waysInByQuery, '$1[hidden]')
    .replaceAll(waysInByPath, '$1[hidden]')
    .replaceAll(/\b(?:Bearer\s{1,8}|op_|st_)[\w.~+/=-]+/gi, '[token]')
    .replaceAll(/\/t\/[\w-]+/g, '/t/[ticket]')
    .replaceAll(/\/s\/[\w-]+/g, '/s/[link]')
    .replaceAll(/\beyJ[\w-]+(?:\.[\w-]+){0,2}\.?/g, '[token]')
    .replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]{1,160}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, '[email]')
    .replaceAll(/(?<![\w.-])(?:\+|%2B)?(?:234|0)[\s-]?[789](?:[\s-]?\d){9}(?![\w-])/gi, '[phone]')
}

/** The number of characters that may still be added to a log line. */
interface Budget {
  characters: number
}

/** Removes secrets from a log line and limits its depth and length. */
function clean(value: unknown, budget: Budget = { characters: longestLine }, depth = 0): unknown {
  if (typeof value === 'string') {
    const most = Math.min(longestText, budget.characters)
    budget.characters -= Math.min(most, value.length)
    return redactText(value, most)
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > 5) return '[deep]'
  if (value instanceof Error) {
    const { name, message, stack } = value
    const code = 'code' in value ? { code: value.code } : {}
    return clean({ type: name, message, stack, ...code, cause: value.cause }, budget, depth + 1)
  }
  if (value instanceof Date || ArrayBuffer.isView(value))
    return value instanceof Date ? value : '[bytes]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => clean(item, budget, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, item]) => [
        key.slice(0, 100),
        secret.has(key.toLowerCase()) ? '[hidden]' : clean(item, budget, depth + 1),
      ]),
  )
}

/** Makes a logger that writes JSON, one line each, without tokens, phone numbers, email addresses and names. */
export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => clean(error) },
    formatters: { log: (line: object) => clean(line) as Record<string, unknown> },
    hooks: {
      logMethod(this: Logger, words: Parameters<Logger['info']>, method: Logger['info']) {
        method.apply(
          this,
          words.map((word: unknown) =>
            typeof word === 'string' ? redactText(word) : word,
          ) as typeof words,
        )
      },
    },
  }
  return to === undefined ? pino(options) : pino(options, to)
}
