import { cancelCharter } from '#contract/charters/trips/endpoints'
import type { Charter, CharterCancellationPreview } from '#contract/charters/trips/model'
import { formatNaira } from '#contract/money'
import { storeCharter } from '#features/charters'
import { RefundChoice, type RefundDestination, refundLabels } from '#features/wallet'
import { call } from '#lib/api'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { formatDayTime } from '#lib/format'
import { refetchBalances } from '#lib/room'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './trips.module.css'
import { previewCharterCancelQuery } from './queries.ts'

/** Cancels a charter. Shows the exact refund first. */
export function CancelCharterDialog({
  charter,
  open,
  onClose,
}: {
  charter: Charter
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Cancel this charter?">
      <Preview charter={charter} onClose={onClose} />
    </Dialog>
  )
}

function Preview({ charter, onClose }: { charter: Charter; onClose: () => void }) {
  const preview = useQuery(previewCharterCancelQuery(charter.reference))
  return (
    <>
      <QueryResult query={preview}>
        {(cancellation) => <CancelConfirmation {...{ charter, cancellation, onClose }} />}
      </QueryResult>
      <Button onClick={onClose}>Keep it</Button>
    </>
  )
}

function CancelConfirmation({
  charter: { reference },
  cancellation,
  onClose,
}: {
  charter: Charter
  cancellation: CharterCancellationPreview
  onClose: () => void
}) {
  const { paid_kobo, fee_kobo, refund_kobo, sentence, tiers, tier, valid_until, paid_from_wallet } =
    cancellation
  const [refund_to, setRefundTo] = useState<RefundDestination>('wallet')
  const queries = useQueryClient()
  const act = useIdempotencyKey()
  const cancelling = useMutation({
    mutationFn: () =>
      call(
        cancelCharter,
        { reference, refund_kobo, refund_to },
        { key: act.keyFor(`${reference} ${refund_kobo} ${refund_to}`) },
      ),
    onSuccess: (next) => {
      act.settle()
      refetchBalances(queries)
      storeCharter(queries, next)
      onClose()
    },
    onError: (error) => {
      act.settle(error)
      void queries.invalidateQueries({ queryKey: ['previewCharterCancellation', reference] })
      void queries.invalidateQueries({ queryKey: ['getCharter', reference] })
    },
  })
  return (
    <>
      {paid_kobo === 0 ? (
        <p>You have paid nothing yet.</p>
      ) : (
        <>
          <FareLines
            lines={[
              { label: 'Paid', amount_kobo: paid_kobo },
              { label: 'We keep', amount_kobo: -fee_kobo },
            ]}
            total_kobo={refund_kobo}
            total_label="You get back"
          />
          <p>{sentence}</p>
          {valid_until !== null && (
            <p className={styles.soft}>This amount holds until {formatDayTime(valid_until)}.</p>
          )}
          <Fees tiers={tiers} tier={tier} />
          {refund_kobo > 0 && (
            <>
              <RefundChoice
                paidFromWallet={paid_from_wallet}
                value={refund_to}
                onChange={setRefundTo}
              />
              <p>{refundLabels[refund_to]}</p>
            </>
          )}
        </>
      )}
      <FailureNotice
        error={cancelling.error}
        offline="No network. We do not know yet whether it was cancelled. Try again; it is done only once."
      />
      <Button kind="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {refund_kobo > 0 ? `Cancel and get ${formatNaira(refund_kobo)} back` : 'Cancel the charter'}
      </Button>
    </>
  )
}

/** The cancellation fees of a charter; the one that applies now is bold. */
function Fees({ tiers, tier }: Pick<CharterCancellationPreview, 'tiers' | 'tier'>) {
  return (
    <details>
      <summary>All cancellation fees</summary>
      <ul>
        {tiers.map((one) => (
          <li key={one.code}>{one.code === tier ? <b>{one.sentence}</b> : one.sentence}</li>
        ))}
      </ul>
    </details>
  )
}
