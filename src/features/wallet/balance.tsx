import { formatNaira } from '#contract/money'
import { useStored } from '#lib/device'
import { useQuery } from '@tanstack/react-query'
import { getWalletBalanceQuery } from './queries.ts'

/** The wallet balance, such as `₦12,500`, or the text `Wallet` until it is known. Loaded only with a token. */
export function WalletBalance() {
  const token = useStored('token')
  const { data } = useQuery({ ...getWalletBalanceQuery, enabled: token !== undefined })
  return data === undefined ? 'Wallet' : <>Wallet {formatNaira(data.balance_kobo)}</>
}
