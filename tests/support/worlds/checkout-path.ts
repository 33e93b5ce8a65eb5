import type { Payment } from '#contract/payments/model'

/** Returns the path of the stand-in's page for a payment: the company's, or the bank's for an account or a code. */
export function findCheckoutPath({
  authorization_url,
  transfer_account,
  ussd,
}: Pick<Payment, 'authorization_url' | 'transfer_account' | 'ussd'>): string {
  if (authorization_url !== null) return new URL(authorization_url).pathname
  return `/sandbox/bank/${transfer_account?.number ?? /(\d+)#$/.exec(ussd ?? '')?.[1]}`
}
