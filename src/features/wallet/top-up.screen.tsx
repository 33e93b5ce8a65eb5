import type { Wallet } from '#contract/wallet/model'
import { TopUpFlow } from '#features/payments'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { getWalletBalanceQuery } from './queries.ts'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Adds money to the wallet: asks for the sum and the method, then shows the outcome. */
export function TopUpScreen() {
  const wallet = useQuery(getWalletBalanceQuery)
  return (
    <QueryResult query={wallet} back={back} title="Add money">
      {(data) => (
        <Page title="Add money" back={back} narrow>
          <AddMoney wallet={data} />
        </Page>
      )}
    </QueryResult>
  )
}

function AddMoney({ wallet: { balance_kobo, can_top_up } }: { wallet: Wallet }) {
  return (
    <TopUpFlow
      balance_kobo={balance_kobo}
      instead={can_top_up ? undefined : <NoTopUp />}
      done={
        <ButtonLink to="/profile/wallet" kind="primary">
          To my wallet
        </ButtonLink>
      }
    />
  )
}

function NoTopUp() {
  return (
    <Notice
      title="You cannot add money to the wallet here."
      actions={<ButtonLink to="/profile/rewards">See my points</ButtonLink>}
    >
      Refunds and rewards are added automatically.
    </Notice>
  )
}
