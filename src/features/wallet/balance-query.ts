import { getWalletBalance } from '#contract/wallet/endpoints'
import { call, CallError } from '#lib/api'
import { read } from '#lib/device'
import { retention } from '#lib/queries/retention'
import { queryOptions } from '@tanstack/react-query'

const loggedOut = { status: 401, code: 'not_signed_in', detail: 'Please log in first.' } as const

/** Query for the user's wallet balance. As the specification requires, it is loaded only with a token. */
export const getWalletBalanceQuery = queryOptions({
  queryKey: ['getWalletBalance'],
  queryFn: async ({ signal }) => {
    if (read('token') === undefined) throw new CallError(loggedOut)
    return call(getWalletBalance, {}, { signal })
  },
  ...retention.month,
})
