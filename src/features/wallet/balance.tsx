import { formatNaira } from '#contract/money'
import { useStored } from '#lib/device'
import { useQuery } from '@tanstack/react-query'
import { getWalletBalanceQuery } from './queries.ts'

/** The text `Wallet ₦12,500`, or `Wallet` until the balance is known. It is loaded only for logged-in users. */
export function WalletBalance() {
  const token = useStored('token')
  const { data } = useQuery({ ...getWalletBalanceQuery, enabled: token !== undefined })
  return data === undefined ? 'Wallet' : <>Wallet {formatNaira(data.balance_kobo)}</>
}
