import { Counter } from 'prom-client'

/**
 * Kinds of SMS: a requested code (`own_code` if the device was logged in to the account before), a paid message
 * (tickets, pickup PINs), or a notification.
 */
export type SmsKind = 'code' | 'own_code' | 'paid' | 'news'

/**
 * The metric that counts the outcomes of SMS in this process, for `/metrics`. Monitoring should raise an alarm if
 * `house_cap` grows: the limit of all SMS together was reached.
 */
export const smsCounter = new Counter({
  name: 'sms_total',
  help: 'SMS by what they are and what became of them: sent, limited, house_cap, unserved',
  labelNames: ['kind', 'became'],
  registers: [],
})

/**
 * Counts an SMS by its outcome: sent, above a limit of its number or country (`limited`) or of all SMS (`house_cap`),
 * or to a number to which we do not send (`unserved`).
 */
export function countSms(
  kind: SmsKind,
  became: 'sent' | 'limited' | 'house_cap' | 'unserved',
): void {
  smsCounter.inc({ kind, became })
}
