import { formatNaira } from '#contract/money'
import type { Wallet, WalletMonth, WalletTransaction } from '#contract/wallet/model'
import { removeItem, read } from '#lib/device'
import { QueryResult, type QueryState } from '#ui/query-result'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { Button, ButtonLink } from '#ui/button'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import { MonthChart } from './month-chart.tsx'
import { MovementList } from './movement-list.tsx'
import {
  getWalletBalanceQuery,
  listWalletMonthsQuery,
  listWalletTransactionsQuery,
} from './queries.ts'
import styles from './wallet.module.css'

const back = { to: '/profile', label: 'Profile' }

/** The user's wallet: balance, movements, top-up and PIN. */
export function WalletScreen() {
  const [params] = useSearchParams()
  const returned = params.get('payment')
  const wallet = useQuery(getWalletBalanceQuery)
  const movements = useInfiniteQuery(listWalletTransactionsQuery)
  const hasMoved = (movements.data?.pages[0]?.data.length ?? 0) > 0
  const months = useQuery({ ...listWalletMonthsQuery, enabled: hasMoved })
  if (returned !== null)
    return <Navigate to={`/profile/wallet/add?payment=${encodeURIComponent(returned)}`} replace />
  return (
    <QueryResultGroup queries={[wallet, movements, months]} title="Wallet">
      <QueryResult query={wallet} back={back} title="Wallet">
        {(data) => (
          <Page title="Wallet" back={back} narrow>
            <PendingTopUpNotice />
            <Balance wallet={data} />
            <LastMovements movements={movements} months={months} />
          </Page>
        )}
      </QueryResult>
    </QueryResultGroup>
  )
}

/** A pending top-up of this phone, with a button to stop waiting for it. */
function PendingTopUpNotice() {
  const [pending, setPending] = useState(() => read('pending_top_up'))
  if (pending === undefined) return null
  return (
    <Notice
      tone="warning"
      title="A payment you began is not settled."
      actions={
        <>
          <ButtonLink to={`/profile/wallet/add?payment=${pending.reference}`} kind="primary">
            Has my money landed?
          </ButtonLink>
          <Button onClick={() => (removeItem('pending_top_up'), setPending(undefined))}>
            I did not pay
          </Button>
        </>
      }
    >
      If you did not pay, nothing is taken.
    </Notice>
  )
}

function Balance({ wallet }: { wallet: Wallet }) {
  const owes = wallet.balance_kobo < 0
  return (
    <Card label="Balance">
      <div>
        <p className={styles.soft}>{owes ? 'Your wallet owes' : 'In your wallet'}</p>
        <p className={styles.balance}>{formatNaira(Math.abs(wallet.balance_kobo))}</p>
      </div>
      {owes && (
        <p>
          Your bank or the payment company took back, or asks for, money that you have already
          spent. The next money in pays this first.
        </p>
      )}
      {wallet.disputed_kobo > 0 && (
        <p>
          <b>{formatNaira(wallet.disputed_kobo)}</b> is held, because a bank asks for it back. It is
          free again if the bank decides for you. If you did not ask your bank, write to us.
        </p>
      )}
      {wallet.held_kobo > wallet.disputed_kobo && (
        <p>
          <b>{formatNaira(wallet.held_kobo - wallet.disputed_kobo)}</b> more is set aside for a
          payment that is under way. It returns automatically if that payment is not finished.
        </p>
      )}
      <ButtonRow wide>
        {wallet.can_top_up && (
          <ButtonLink to="/profile/wallet/add" kind="primary">
            Add money
          </ButtonLink>
        )}
        <ButtonLink to="/profile/wallet/pin">
          {wallet.has_pin ? 'Change the PIN' : 'Set a PIN'}
        </ButtonLink>
      </ButtonRow>
      {!wallet.can_top_up && (
        <p className={styles.soft}>
          Refunds and rewards are added here automatically. You cannot add money yourself.
        </p>
      )}
    </Card>
  )
}

function LastMovements({
  movements,
  months,
}: {
  movements: QueryState<{ pages: readonly { data: readonly WalletTransaction[] }[] }>
  months: QueryState<readonly WalletMonth[]>
}) {
  return (
    <QueryResult query={movements}>
      {({ pages }) => {
        const last = (pages[0]?.data ?? []).slice(0, 5)
        if (last.length === 0) return <EmptyWallet />
        return (
          <>
            <Card label="Money in and out">
              <h2>Money in and out</h2>
              <QueryResult query={months}>{(data) => <MonthChart months={data} />}</QueryResult>
            </Card>
            <Card label="Latest transactions">
              <h2>Latest transactions</h2>
              <MovementList movements={last} />
              <ButtonLink to="/profile/transaction">All transactions</ButtonLink>
            </Card>
          </>
        )
      }}
    </QueryResult>
  )
}

/** Displayed until there is a movement. It explains what a wallet is for. */
export function EmptyWallet() {
  return (
    <EmptyState
      picture="wallet"
      title="No transactions yet"
      action={<ButtonLink to="/profile/rewards">See my points</ButtonLink>}
    >
      Refunds come here at once instead of in days, and so do rewards for inviting friends and the
      points you turn into money. You can pay for your next seat from it.
    </EmptyState>
  )
}
