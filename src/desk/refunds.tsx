import { naira } from '#contract/money'
import { providerNames } from '#contract/payments/providers'
import {
  listStaffRefunds,
  retryRefund,
  sendRefundToWallet,
} from '#contract/payments/refund-endpoints'
import type { StaffRefund } from '#contract/payments/refunds'
import { call } from '#lib/api'
import { useActKey } from '#lib/act'
import { showMoment } from '#lib/format'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { Failed } from '#ui/form'
import { Money } from '#ui/money'
import { Actions } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './desk.module.css'
import { type Done, Outcome } from './outcome.tsx'
import { Pager } from './pager.tsx'

const key = 'refunds'
const refundsQuery = (page: number) =>
  queryOptions({
    queryKey: [key, page],
    queryFn: ({ signal }) => call(listStaffRefunds, { page }, { signal }),
  })

/** Refunds that a payment company could not finish: to be retried, or sent to a wallet. */
export function Refunds() {
  const [page, setPage] = useState(1)
  const [done, setDone] = useState<Done>()
  const query = useQuery(refundsQuery(page))
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>Refunds</h1>
      <p>
        These refunds were refused by the payment company. People who wait for them read that our
        staff are looking into it.
      </p>
      <Outcome done={done} />
      <Answer query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <p className={styles.soft}>No refund needs anybody.</p>}
            <ul className={styles.things}>
              {data.map((one) => (
                <One key={one.id} one={one} onDone={(words) => setDone({ words })} />
              ))}
            </ul>
            <Pager meta={meta} onPage={setPage} />
          </>
        )}
      </Answer>
    </div>
  )
}

const reasons: Record<StaffRefund['reason'], string> = {
  cancelled: 'Cancelled',
  operator_cancelled: 'Cancelled by the operator',
  paid_late: 'Paid too late',
  paid_twice: 'Paid twice',
  paid_short: 'Paid too little',
  paid_over: 'Paid too much',
  price_difference: 'Moved to a cheaper trip',
}
const kinds: Record<StaffRefund['kind'], string> = {
  booking: 'Booking',
  return_trip: 'Trip there and back',
  parcel: 'Parcel',
  charter: 'Charter',
  invoice: 'Invoice',
  wallet: 'Money added to a wallet',
}

/** The company's last message about the refund. */
const saidBy = (company: string, said: string | null): string => {
  if (said === null) return `${company} has said nothing about it.`
  return said === 'unknown' ? `${company} knows nothing of it.` : `${company} said: “${said}”`
}

function One({ one, onDone }: { one: StaffRefund; onDone: (words: string) => void }) {
  const { who, kind, reference, about, amount_kobo, reason, provider, payment, said } = one
  const company = providerNames[provider]
  return (
    <Card as="li" label={`Refund ${reference}`}>
      <p className={styles.first}>
        <b>{who ?? 'No name'}</b>
        <b>
          <Money kobo={amount_kobo} />
        </b>
      </p>
      <p>
        {reasons[reason]}. {kinds[kind]} {reference}
      </p>
      {about !== null && <p className={styles.soft}>{about}</p>}
      <p>{saidBy(company, said)}</p>
      <p className={styles.soft}>
        Needs a person{one.since !== null && ` since ${showMoment(Date.parse(one.since))}`} ·{' '}
        {one.tries === 1 ? 'tried once' : `tried ${one.tries} times`} · asked for{' '}
        {showMoment(Date.parse(one.requested_at))} · {company}’s payment{' '}
        <span className={styles.reference}>{payment}</span>
      </p>
      <Ways one={one} onDone={onDone} />
    </Card>
  )
}

/** The possible acts. If somebody else was faster, the refund disappears from the list. */
function Ways({ one, onDone }: { one: StaffRefund; onDone: (words: string) => void }) {
  const { id, who, reference, amount_kobo, provider, has_account } = one
  const client = useQueryClient()
  const act = useActKey()
  const [isSure, setSure] = useState(false)
  const company = providerNames[provider]
  const whose = who === null ? 'the payer’s' : `${who}’s`
  const ways = {
    again: {
      endpoint: retryRefund,
      words: `Refund ${reference} goes to ${company} once more. If it is refused again, it comes back here.`,
    },
    wallet: {
      endpoint: sendRefundToWallet,
      words: `${naira(amount_kobo)} will be in ${whose} wallet within a few minutes, unless ${company} says that it has the refund after all.`,
    },
  }
  const taking = useMutation({
    mutationFn: (way: keyof typeof ways) =>
      call(ways[way].endpoint, { id }, { key: act.keyFor(way) }),
    onSuccess: (_, way) => {
      onDone(ways[way].words)
      return client.invalidateQueries({ queryKey: [key] })
    },
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  const isBusy = (way: keyof typeof ways) => taking.isPending && taking.variables === way
  return (
    <>
      <Failed error={taking.error} offline="No network. Nothing was changed." />
      <Actions>
        {isSure ? (
          <>
            <Button kind="primary" busy={isBusy('wallet')} onClick={() => taking.mutate('wallet')}>
              Yes, {naira(amount_kobo)} into {whose} wallet
            </Button>
            <Button onClick={() => setSure(false)}>Back</Button>
          </>
        ) : (
          <>
            <Button busy={isBusy('again')} onClick={() => taking.mutate('again')}>
              Try again
            </Button>
            {has_account && (
              <Button kind="quiet" onClick={() => setSure(true)}>
                Into the wallet
              </Button>
            )}
          </>
        )}
      </Actions>
      {!has_account && (
        <p className={styles.soft}>No account paid this, so there is no wallet for it.</p>
      )}
    </>
  )
}
