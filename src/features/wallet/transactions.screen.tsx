import type { WalletTransaction } from '#contract/wallet/model'
import { listPaymentsQuery, PaymentList } from '#features/payments'
import { computeDay } from '#lib/format'
import { QueryResult, MoreButton } from '#ui/query-result'
import { SelectField } from '#ui/fields'
import { Card, Page } from '#ui/page'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMonthShort } from './month-chart.tsx'
import { MovementList } from './movement-list.tsx'
import { listWalletMonthsQuery, listWalletTransactionsQuery } from './queries.ts'
import { StatementCard } from './statement.tsx'
import { EmptyWallet } from './wallet.screen.tsx'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Every payment, then every movement of the wallet by month, with receipts, and the statement for any days. */
export function TransactionsScreen() {
  const movements = useInfiniteQuery(listWalletTransactionsQuery)
  const [month, setMonth] = useState('')
  const all = movements.data?.pages.flatMap((page) => page.data) ?? []
  const oldest = all.at(-1)
  const isMissing = useUpTo(month, oldest, movements)
  const payments = useInfiniteQuery(listPaymentsQuery)
  const paid = payments.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <QueryResult query={movements} back={back} title="Transactions">
      {() => (
        <Page title="Transactions" back={back} narrow>
          <QueryResult query={payments}>
            {() =>
              paid.length > 0 ? (
                <Card label="Payments">
                  <h2>Payments</h2>
                  <PaymentList payments={paid} />
                  <MoreButton query={payments} />
                </Card>
              ) : (
                all.length === 0 && <EmptyWallet />
              )
            }
          </QueryResult>
          {oldest !== undefined && (
            <>
              <MonthFilter value={month} onChange={setMonth} />
              <MonthCards
                movements={all.filter((one) => monthOf(one).startsWith(month))}
                isComplete={!isMissing}
              />
              {(month === '' || month <= monthOf(oldest)) && <MoreButton query={movements} />}
              <StatementCard oldest={oldest.created_at} />
            </>
          )}
        </Page>
      )}
    </QueryResult>
  )
}

const monthOf = (one: WalletTransaction | undefined) =>
  one === undefined ? '' : computeDay(one.created_at).slice(0, 7)

/**
 * Loads further pages until the chosen month is complete. Stops at a failure, after which the person may press the
 * button. Returns whether a part of the month may still be missing.
 */
function useUpTo(
  month: string,
  oldest: WalletTransaction | undefined,
  query: {
    hasNextPage: boolean
    fetchStatus: string
    isFetchNextPageError: boolean
    fetchNextPage: () => unknown
  },
): boolean {
  const { hasNextPage, fetchStatus, isFetchNextPageError, fetchNextPage } = query
  const isMissing = month !== '' && monthOf(oldest) >= month && hasNextPage
  const isNext = isMissing && fetchStatus === 'idle' && !isFetchNextPageError
  useEffect(() => {
    if (isNext) void fetchNextPage()
  }, [isNext, fetchNextPage])
  return isMissing
}

function MonthFilter({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const months = useQuery(listWalletMonthsQuery).data ?? []
  return (
    <SelectField
      label="Month"
      value={value}
      onChange={onChange}
      empty="All"
      options={months
        .toReversed()
        .map((one) => ({ value: one.month, label: formatMonthShort(one.month) }))}
    />
  )
}

/** Movements by month. `isComplete`: whether there are no others of the chosen month. */
function MonthCards({
  movements,
  isComplete,
}: {
  movements: readonly WalletTransaction[]
  isComplete: boolean
}) {
  const months = [...new Set(movements.map(monthOf))]
  if (months.length === 0)
    return isComplete && <EmptyState picture="wallet" title="No transactions in this month." />
  return months.map((month) => (
    <Card key={month} label={formatMonthShort(month)}>
      <h2>Wallet, {formatMonthShort(month)}</h2>
      <MovementList movements={movements.filter((one) => monthOf(one) === month)} receipts />
    </Card>
  ))
}
