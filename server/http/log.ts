import { type DestinationStream, type Logger, pino } from 'pino'

const secret = new Set(
  'authorization cookie set-cookie x-guest-token x-paystack-signature verif-hash idempotency-key token guest_token refresh_token password pin phone email full_name address secret'.split(
    ' ',
  ),
)

/** A text without phone numbers, e-mail addresses, tokens and ways to tickets, wherever they stand in it. */
export function redactText(text: string): string {
  return text
    .replaceAll(/([?&](?:phone|email|token|guest_token|login|endpoint)=)[^&\s"']*/gi, '$1[hidden]')
    .replaceAll(/\b(?:Bearer\s+|op_|st_)[\w.~+/=-]+/gi, '[token]')
    .replaceAll(/\/t\/[\w-]+/g, '/t/[ticket]')
    .replaceAll(/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '[token]')
    .replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]')
    .replaceAll(/(?<![\w.-])(?:\+|%2B)?(?:234|0)[\s-]?[789](?:[\s-]?\d){9}(?![\w-])/gi, '[phone]')
}

/** Everything a log line carries, cleaned; bounded in depth, so that logging never becomes the trouble. */
function clean(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth > 5) return '[deep]'
  if (value instanceof Error) {
    const { name, message, stack } = value
    const code = 'code' in value ? { code: value.code } : {}
    return clean({ type: name, message, stack, ...code, cause: value.cause }, depth + 1)
  }
  if (value instanceof Date || ArrayBuffer.isView(value))
    return value instanceof Date ? value : '[bytes]'
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => clean(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secret.has(key.toLowerCase()) ? '[hidden]' : clean(item, depth + 1),
    ]),
  )
}

/** JSON logs, one line each, in which no token, phone number, e-mail address or name appears. */
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
