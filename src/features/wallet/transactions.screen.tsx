import type { WalletTransaction } from '#contract/wallet/model'
import { listPaymentsQuery, PaymentList } from '#features/payments'
import { addDays, computeDay, today } from '#lib/format'
import { findFieldErrors } from '#lib/api/error'
import { QueryResult, MoreButton } from '#ui/query-result'
import { Button } from '#ui/button'
import { DateField, SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { Card, Page } from '#ui/page'
import { ButtonRow } from '#ui/notice'
import { EmptyState } from '#ui/pictures/empty'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMonthShort } from './month-chart.tsx'
import { MovementList } from './movement-list.tsx'
import { downloadStatement, listWalletMonthsQuery, listWalletTransactionsQuery } from './queries.ts'
import { EmptyWallet } from './wallet.screen.tsx'
import styles from './wallet.module.css'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Every payment, then every movement of the wallet by month, with receipts, and the statement for any days. */
export function TransactionsScreen() {
  const movements = useInfiniteQuery(listWalletTransactionsQuery)
  const [month, setMonth] = useState('')
  const all = movements.data?.pages.flatMap((page) => page.data) ?? []
  useUpTo(month, all.at(-1), movements)
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
          {all.length > 0 && (
            <>
              <MonthFilter value={month} onChange={setMonth} />
              <ByMonth movements={all.filter((one) => monthOf(one).startsWith(month))} />
              {(month === '' || month <= monthOf(all.at(-1))) && <MoreButton query={movements} />}
              <Statement />
            </>
          )}
        </Page>
      )}
    </QueryResult>
  )
}

const monthOf = (one: WalletTransaction | undefined) =>
  one === undefined ? '' : computeDay(one.created_at).slice(0, 7)

/** Loads further pages until the chosen month is complete. */
function useUpTo(
  month: string,
  oldest: WalletTransaction | undefined,
  query: { hasNextPage: boolean; fetchStatus: string; fetchNextPage: () => unknown },
): void {
  const { hasNextPage, fetchStatus, fetchNextPage } = query
  const missing = month !== '' && monthOf(oldest) >= month && hasNextPage && fetchStatus === 'idle'
  useEffect(() => {
    if (missing) void fetchNextPage()
  }, [missing, fetchNextPage])
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

function ByMonth({ movements }: { movements: readonly WalletTransaction[] }) {
  const months = [...new Set(movements.map(monthOf))]
  if (months.length === 0)
    return <EmptyState picture="wallet" title="No transactions in this month." />
  return months.map((month) => (
    <Card key={month} label={formatMonthShort(month)}>
      <h2>Wallet, {formatMonthShort(month)}</h2>
      <MovementList movements={movements.filter((one) => monthOf(one) === month)} receipts />
    </Card>
  ))
}

function Statement() {
  const [from, setFrom] = useState(() => addDays(today(), -89))
  const [until, setUntil] = useState(today)
  const keeping = useMutation({
    mutationFn: (kind: 'pdf' | 'csv') => downloadStatement(kind, { from, until }),
  })
  const errors = findFieldErrors(keeping.error)
  return (
    <Card label="Statement">
      <h2>Statement</h2>
      <div className={styles.span}>
        <DateField
          label="From"
          value={from}
          max={until}
          onChange={setFrom}
          error={errors['from']}
        />
        <DateField
          label="Until"
          value={until}
          max={today()}
          onChange={setUntil}
          error={errors['until']}
        />
      </div>
      <FailureNotice
        error={keeping.error}
        offline="No network. You can get the statement when you are online."
      />
      <ButtonRow wide>
        {(['pdf', 'csv'] as const).map((kind) => (
          <Button
            key={kind}
            busy={keeping.isPending && keeping.variables === kind}
            onClick={() => keeping.mutate(kind)}
          >
            {kind === 'pdf' ? 'PDF, for paper' : 'CSV, for a spreadsheet'}
          </Button>
        ))}
      </ButtonRow>
    </Card>
  )
}
