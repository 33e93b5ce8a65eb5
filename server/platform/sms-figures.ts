import { Counter } from 'prom-client'
import type { SmsKind } from '#server/jobs/queue'

/** What became of SMS in this process, for `/metrics`. `house_cap` growing is the alarm. */
export const smsFigures = new Counter({
  name: 'sms_total',
  help: 'SMS by what they are and what became of them: sent, limited, house_cap, unserved',
  labelNames: ['kind', 'became'],
  registers: [],
})

export function countSms(
  kind: SmsKind,
  became: 'sent' | 'limited' | 'house_cap' | 'unserved',
): void {
  smsFigures.inc({ kind, became })
}
