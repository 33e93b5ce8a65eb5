import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'
import { PageMeta, day, id, page, perPage } from '#contract/shapes'
import { Wallet, WalletMonth, WalletPinInput, WalletTransaction } from './model.ts'

export const getWalletBalance = endpoint({
  name: 'getWalletBalance',
  summary: 'My wallet balance',
  method: 'GET',
  path: '/v1/{p}/wallet/balance',
  access: 'user',
  input: z.strictObject({}),
  output: Wallet,
  refusals: [],
})

export const listWalletTransactions = endpoint({
  name: 'listWalletTransactions',
  summary: 'My transactions, newest first, with the running balance',
  method: 'GET',
  path: '/v1/{p}/wallet/transactions',
  access: 'user',
  input: z.strictObject({ page, per_page: perPage(20) }),
  output: z.array(WalletTransaction),
  meta: PageMeta,
  refusals: [],
})

export const listWalletMonths = endpoint({
  name: 'listWalletMonths',
  summary: 'Money in and out of the last six months, oldest first, including empty months',
  method: 'GET',
  path: '/v1/{p}/wallet/months',
  access: 'user',
  input: z.strictObject({}),
  output: z.array(WalletMonth),
  refusals: [],
})

/** The days of a statement: by default the last `defaultStatementDays`, at most `maxStatementDays`. */
const span = z.strictObject({ from: z.optional(day), until: z.optional(day) })

export const getWalletStatementCsv = endpoint({
  name: 'getWalletStatementCsv',
  summary: 'The statement as CSV',
  method: 'GET',
  path: '/v1/{p}/wallet/statement.csv',
  access: 'user',
  input: span,
  output: z.instanceof(Uint8Array),
  refusals: [],
  file: 'text/csv; charset=utf-8',
  is_costly: true,
})

export const getWalletStatementPdf = endpoint({
  name: 'getWalletStatementPdf',
  summary: 'The statement as PDF',
  method: 'GET',
  path: '/v1/{p}/wallet/statement.pdf',
  access: 'user',
  input: span,
  output: z.instanceof(Uint8Array),
  refusals: [],
  file: 'application/pdf',
  is_costly: true,
})

export const getWalletReceipt = endpoint({
  name: 'getWalletReceipt',
  summary: 'The receipt of one transaction (PDF)',
  method: 'GET',
  path: '/v1/{p}/wallet/transactions/{id}/receipt.pdf',
  access: 'user',
  input: z.strictObject({ id }),
  output: z.instanceof(Uint8Array),
  refusals: ['not_found'],
  file: 'application/pdf',
  is_costly: true,
})

export const setWalletPin = endpoint({
  name: 'setWalletPin',
  summary: 'Sets the PIN required for larger payments',
  method: 'PUT',
  path: '/v1/{p}/wallet/pin',
  access: 'user',
  input: WalletPinInput,
  output: z.object({ has_pin: z.boolean() }),
  refusals: ['wrong_pin', 'pin_locked', 'wrong_password', 'login_too_old'],
})
