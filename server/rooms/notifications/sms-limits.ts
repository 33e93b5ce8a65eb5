import { createHmac } from 'node:crypto'
import { smsCountries } from '#contract/product'
import type { Config } from '#server/config'
import type { Deps } from '#server/context'
import {
  type TokenBucket,
  returnToken,
  takeTokenFromEachBucket,
  takeTokens,
} from '#server/db/rate-bucket'
import { type SmsKind, countSms } from '#server/platform/sms-figures'
import { findMobileCountry, maxSmsPerDay, canReceiveCodes } from '#server/platform/sms-numbers'

const day = 86_400

/** The most SMS a day to all numbers of a country. Nigeria has no such limit. */
const perCountry: Record<SmsKind, number> = { code: 300, own_code: 100, news: 500, paid: 300 }

/** Whether an SMS may be sent: `go`; `later` if a cap is reached; `never` for a number to which we do not send. */
export type SmsVerdict = 'go' | 'later' | 'never'

/**
 * Counts an SMS that is about to be sent, across all processes, and returns whether it may be sent. Paid messages have
 * separate caps, so that codes and notifications cannot use them up. When a total cap is reached, an alarm is raised,
 * once an hour.
 */
export async function checkSmsLimits(
  { config, db, log }: Deps,
  to: string,
  kind: SmsKind,
): Promise<SmsVerdict> {
  const country = findMobileCountry(to)
  if (country === undefined || (kind !== 'paid' && !canReceiveCodes(to))) {
    countSms(kind, 'unserved')
    log.warn(
      { event: 'sms.unserved', kind, country },
      'an SMS to a number we do not text was not sent',
    )
    return 'never'
  }
  const whose = kind === 'paid' ? 'paid' : 'house'
  const { per_hour, per_day } = config.sms
  const factor = config.rate_limit_factor
  const buckets = [
    ...listBucketsOfNumber(config, to, kind),
    { key: `sms ${whose} hour`, size: per_hour * factor, perSecond: (per_hour * factor) / 3600 },
    makeDailyBucket(config, `${whose} day`, per_day),
  ]
  const full = await takeTokenFromEachBucket(db, buckets)
  if (full === undefined) {
    countSms(kind, 'sent')
    return 'go'
  }
  const limit = full.key.replace(/:.*/, '')
  const isAlarm = limit.startsWith(`sms ${whose}`)
  countSms(kind, isAlarm ? 'house_cap' : 'limited')
  if (isAlarm) {
    // One error an hour is enough as an alarm; the metric counts each SMS.
    const alarm = { key: `sms alarm ${whose}`, size: 1, perSecond: 1 / 3600, amount: 1 }
    const level = (await takeTokens(db, alarm)) ? 'error' : 'warn'
    log[level](
      { event: 'sms.house_cap', limit, kind, per_hour, per_day },
      'no more SMS leave for now',
    )
  } else
    log.warn({ event: 'sms.limited', limit, kind, country }, 'an SMS waits: there were too many')
  return 'later'
}

/**
 * Gives an SMS that was certainly not sent back to the limit of its number, so that the failures of a gateway lock
 * nobody out of their codes. It still counts against the limits of its country, its account and its network, and in the
 * total caps, since anybody can have SMS sent that a gateway refuses.
 */
export async function giveBackUnsentSms(
  { config, db }: Deps,
  to: string,
  kind: SmsKind,
): Promise<void> {
  await returnToken(db, makeNumberBucket(config, to, kind).key)
}

/** Returns the limits of SMS of a kind to this number, and to its country. */
function listBucketsOfNumber(config: Config, to: string, kind: SmsKind): TokenBucket[] {
  const country = findMobileCountry(to)
  return [
    makeNumberBucket(config, to, kind),
    ...(country === smsCountries[0]
      ? []
      : [makeDailyBucket(config, `${kind} country:${country}`, perCountry[kind])]),
  ]
}

function makeNumberBucket(config: Config, to: string, kind: SmsKind): TokenBucket {
  const key = createHmac('sha256', config.session_secret).update(`sms ${to}`).digest('base64url')
  return makeDailyBucket(config, `${kind} number:${key}`, maxSmsPerDay[kind])
}

function makeDailyBucket(
  { rate_limit_factor }: Config,
  name: string,
  messages: number,
): TokenBucket {
  const size = messages * rate_limit_factor
  return { key: `sms ${name}`, size, perSecond: size / day }
}
