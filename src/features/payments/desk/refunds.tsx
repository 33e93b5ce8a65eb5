import { pluralize, formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { providerNames } from '#contract/payments/rules'
import { listRefundsForStaff, retryRefund, sendRefundToWallet } from '#contract/payments/endpoints'
import type { StaffRefund } from '#contract/payments/model'
import { call } from '#lib/api'
import { isOutcomeUnknown, useIdempotencyKey } from '#lib/api/idempotency-key'
import { formatMoment } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { FailureNotice } from '#ui/form'
import { Money } from '#ui/money'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { OutsideRefundList } from './outside-refunds.tsx'
import { payableKindLabels } from './payable-kind-labels.ts'
import styles from './refunds.module.css'

const key = 'refunds'
const refundsQuery = (page: number) =>
  queryOptions({
    queryKey: [key, page],
    queryFn: ({ signal }) => call(listRefundsForStaff, { page }, { signal }),
  })

/** Refunds that a payment company could not finish. Each can be retried or sent to a wallet. */
export function RefundsScreen() {
  const [page, setPage] = useState(1)
  const query = useQuery(refundsQuery(page))
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <DeskPage title="Refunds">
      <p>
        These refunds were refused by the payment company, or are wallet money of erased accounts.
        People who wait for them read that our staff are looking into it.
      </p>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <MutedText>No refund needs anybody.</MutedText>}
            <CardList>
              {data.map((refund) => (
                <RefundCard key={refund.id} refund={refund} onOutcome={setOutcome} />
              ))}
            </CardList>
            <Pager
              meta={meta}
              onPage={(next) => {
                setPage(next)
                setOutcome(undefined)
              }}
            />
          </>
        )}
      </QueryResult>
      <OutsideRefundList />
    </DeskPage>
  )
}

const reasons: Record<StaffRefund['reason'], string> = {
  cancelled: 'Cancelled',
  operator_cancelled: 'Cancelled by the operator',
  paid_late: 'Paid too late',
  paid_twice: 'Paid twice',
  paid_short: 'Paid too little',
  paid_over: 'Paid too much',
  price_difference: 'Cheaper trip or vehicle',
}
const companyAnswer = (company: string, said: string | null): string => {
  if (said === null) return `${company} has said nothing about it.`
  return said === 'unknown' ? `${company} knows nothing of it.` : `${company} said: “${said}”`
}

interface Props {
  refund: StaffRefund
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function RefundCard({ refund, onOutcome }: Props) {
  const { who, kind, reference, about, amount_kobo, reason, provider, payment, said } = refund
  const isFromWallet = provider === 'wallet'
  return (
    <Card as="li" label={`Refund ${reference}`}>
      <p className={styles.head}>
        <b>{who ?? 'No name'}</b>
        <b>
          <Money kobo={amount_kobo} />
        </b>
      </p>
      <p>
        {reasons[reason]}. {payableKindLabels[kind]} {reference}
      </p>
      {about !== null && <MutedText>{about}</MutedText>}
      {!isFromWallet && <p>{companyAnswer(providerNames[provider], said)}</p>}
      <MutedText>
        Needs a person{refund.since !== null && ` since ${formatMoment(Date.parse(refund.since))}`}{' '}
        · tried {pluralize(refund.tries, 'once', formatCount(refund.tries, 'time'))} · asked for{' '}
        {formatMoment(Date.parse(refund.requested_at))} ·{' '}
        {isFromWallet ? 'wallet' : `${providerNames[provider]}’s`} payment{' '}
        <span className={styles.reference}>{payment}</span>
      </MutedText>
      {isFromWallet ? (
        <MutedText>
          The account whose wallet paid this was erased. The money stays here until its owner asks
          for it.
        </MutedText>
      ) : (
        <RefundActions refund={refund} company={providerNames[provider]} onOutcome={onOutcome} />
      )}
    </Card>
  )
}

/** The possible actions. If another member has already acted, the refund disappears from the list. */
function RefundActions({ refund, company, onOutcome }: Props & { company: string }) {
  const { id, who, reference, amount_kobo, has_account } = refund
  const client = useQueryClient()
  const act = useIdempotencyKey()
  const [isSure, setSure] = useState(false)
  const whose = who === null ? 'the payer’s' : `${who}’s`
  const actions = {
    again: {
      endpoint: retryRefund,
      text: `Refund ${reference} goes to ${company} once more. If it is refused again, it comes back here.`,
    },
    wallet: {
      endpoint: sendRefundToWallet,
      text: `${formatNaira(amount_kobo)} will be in ${whose} wallet within a few minutes, unless ${company} says that it has the refund after all.`,
    },
  }
  const taking = useMutation({
    mutationFn: (action: keyof typeof actions) =>
      call(actions[action].endpoint, { id }, { key: act.keyFor(`${action} ${id}`) }),
    onSuccess: (_, action) => onOutcome({ text: actions[action].text }),
    onSettled: (_, error) => {
      act.settle(error ?? undefined)
      // Not awaited, so that a refusal is displayed at once.
      if (!isOutcomeUnknown(error)) void client.invalidateQueries({ queryKey: [key] })
    },
  })
  useRefusalOutcome(id, taking, onOutcome)
  const isBusy = (action: keyof typeof actions) => taking.isPending && taking.variables === action
  return (
    <>
      <FailureNotice error={taking.error} />
      <ButtonRow>
        {isSure ? (
          <>
            <Button kind="primary" busy={isBusy('wallet')} onClick={() => taking.mutate('wallet')}>
              Yes, {formatNaira(amount_kobo)} into {whose} wallet
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
      </ButtonRow>
      {!has_account && <MutedText>No account paid this, so there is no wallet for it.</MutedText>}
    </>
  )
}
