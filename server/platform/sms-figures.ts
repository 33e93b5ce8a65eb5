import { Counter } from 'prom-client'

/** What an SMS is: a code somebody asked for, what somebody has paid for (tickets, pickup PINs), or news. */
export type SmsKind = 'code' | 'own_code' | 'paid' | 'news'

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
