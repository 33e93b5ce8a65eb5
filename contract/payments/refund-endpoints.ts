import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { id, page, PageMeta, perPage } from '#contract/shapes'
import { StaffRefund } from './refunds.ts'

/* Refunds that a payment company could not finish, for our staff. */

export const listStaffRefunds = endpoint({
  name: 'listStaffRefunds',
  summary: 'Refunds that need a person, newest first',
  method: 'GET',
  path: '/v1/{p}/staff/refunds',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(StaffRefund),
  meta: PageMeta,
  refusals: [],
})

export const retryRefund = endpoint({
  name: 'retryRefund',
  summary:
    'Hands a refund that needs a person to its company once more; refuses one that somebody else has taken up',
  method: 'POST',
  path: '/v1/{p}/staff/refunds/{id}/tries',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ id }),
  output: StaffRefund,
  refusals: ['not_found'],
  idempotency: 'required',
})

export const sendRefundToWallet = endpoint({
  name: 'sendRefundToWallet',
  summary:
    'Sends a refund that needs a person into the wallet of the account that paid, a moment later, unless its company says that it has it after all',
  method: 'POST',
  path: '/v1/{p}/staff/refunds/{id}/wallet',
  access: 'staff',
  scope: 'refunds',
  input: z.strictObject({ id }),
  output: StaffRefund,
  refusals: ['not_found', 'wallet_needs_account'],
  idempotency: 'required',
})
