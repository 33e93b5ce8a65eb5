import { closeOutsideRefund, listOutsideRefunds } from '#contract/payments/endpoints'
import type { OutsideRefund } from '#contract/payments/model'
import { providerNames } from '#contract/payments/rules'
import { formatNaira } from '#contract/money'
import { call } from '#lib/api'
import { isOutcomeUnknown, useIdempotencyKey } from '#lib/api/idempotency-key'
import { formatMoment } from '#lib/format'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, MutedText } from '#ui/desk/page'
import { Pager } from '#ui/desk/pager'
import { FailureNotice } from '#ui/form'
import { Money } from '#ui/money'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { QueryResult } from '#ui/query-result'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { payableKindLabels } from './payable-kind-labels.ts'
import styles from './refunds.module.css'

const key = 'outside-refunds'
const outsideRefundsQuery = (page: number) =>
  queryOptions({
    queryKey: [key, page],
    queryFn: ({ signal }) => call(listOutsideRefunds, { page }, { signal }),
  })

/** The list of refunds that a payment company made without our order. A member of our staff checks each one once. */
export function OutsideRefundList() {
  const [page, setPage] = useState(1)
  const query = useQuery(outsideRefundsQuery(page))
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <section aria-labelledby="outside-refunds">
      <h2 id="outside-refunds">Given back by hand</h2>
      <p>
        Somebody refunded these in the payment company’s dashboard, or the company reversed them.
        What was given back is taken off any later refund, but bookings stay as they are: cancel
        them if nobody travels.
      </p>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <MutedText>Nothing to look at.</MutedText>}
            <CardList>
              {data.map((refund) => (
                <OutsideRefundCard key={refund.id} refund={refund} onOutcome={setOutcome} />
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
    </section>
  )
}

function OutsideRefundCard({
  refund,
  onOutcome,
}: {
  refund: OutsideRefund
  onOutcome: (outcome: OutcomeText | undefined) => void
}) {
  const { id, who, kind, reference, about, amount_kobo, provider, payment, company_id } = refund
  const client = useQueryClient()
  const act = useIdempotencyKey()
  const closing = useMutation({
    mutationFn: () => call(closeOutsideRefund, { id }, { key: act.keyFor(`seen ${id}`) }),
    onSettled: (_, error) => {
      act.settle(error ?? undefined)
      // Not awaited, so that a refusal is displayed at once.
      if (!isOutcomeUnknown(error)) void client.invalidateQueries({ queryKey: [key] })
    },
  })
  useRefusalOutcome(id, closing, onOutcome)
  const company = providerNames[provider]
  return (
    <Card as="li" label={`Refund by hand ${reference}`}>
      <p className={styles.head}>
        <b>{who ?? 'No name'}</b>
        <b>
          <Money kobo={amount_kobo} />
        </b>
      </p>
      <p>
        {payableKindLabels[kind]} {reference}. {whereItWent(refund)}
      </p>
      {about !== null && <MutedText>{about}</MutedText>}
      <MutedText>
        Found {formatMoment(Date.parse(refund.found_at))} · {company}’s payment{' '}
        <span className={styles.reference}>{payment}</span>, refund{' '}
        <span className={styles.reference}>{company_id}</span>
      </MutedText>
      <FailureNotice error={closing.error} />
      <ButtonRow>
        <Button busy={closing.isPending} onClick={() => closing.mutate()}>
          I have looked at it
        </Button>
      </ButtonRow>
    </Card>
  )
}

function whereItWent({ kind, amount_kobo, open_kobo }: OutsideRefund): string {
  if (amount_kobo === 0) return 'It failed afterwards: the money did not leave.'
  if (open_kobo > 0) return `${formatNaira(open_kobo)} is still to be taken off a refund.`
  if (open_kobo < 0)
    return `${formatNaira(-open_kobo)} more was taken off refunds than was given back: refund it.`
  return kind === 'wallet'
    ? 'It was taken from the wallet.'
    : 'A refund was set off against it, or taken back from the wallet.'
}
