import { formatNaira } from '#contract/money'
import { computeNonRefundableKobo } from '#contract/parcels/price'
import { cancelParcel } from '#contract/parcels/endpoints'
import type { Parcel } from '#contract/parcels/model'
import { storeParcel } from './queries.ts'
import { RefundChoice, type RefundDestination, refundLabels } from '#features/wallet'
import { call } from '#lib/api'
import { refetchBalances } from '#lib/room'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { FareLines } from '#ui/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Cancels a parcel. Shows the exact refund first. */
export function CancelParcelDialog({
  parcel,
  open,
  onClose,
}: {
  parcel: Parcel
  open: boolean
  onClose: () => void
}) {
  const { tracking_id, tracking, paid_kobo, price } = parcel
  const [refund_to, setRefundTo] = useState<RefundDestination>('wallet')
  const isTakenIn =
    tracking.state === 'on_hold' || tracking.events.some(({ kind }) => kind === 'received')
  const kept_kobo = isTakenIn ? computeNonRefundableKobo(price.lines) : 0
  const back_kobo = Math.max(0, paid_kobo - kept_kobo)
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => call(cancelParcel, { tracking_id, refund_to, refund_kobo: back_kobo }),
    onSuccess: (next) => {
      refetchBalances(queries)
      onClose()
      return storeParcel(queries, next)
    },
    // Load the parcel again, so that the screen shows why it was refused, for example because it is already on a bus,
    // or what is refunded now.
    onError: () => void queries.invalidateQueries({ queryKey: ['getParcel', tracking_id] }),
  })
  return (
    <Dialog open={open} onClose={onClose} title="Cancel this parcel?">
      {paid_kobo === 0 ? (
        <p>You have paid nothing yet.</p>
      ) : (
        <>
          <FareLines
            lines={[
              { label: 'Paid', amount_kobo: paid_kobo },
              ...(kept_kobo > 0
                ? [{ label: 'Service fee (already handed in)', amount_kobo: -kept_kobo }]
                : []),
            ]}
            total_kobo={back_kobo}
            total_label="You get back"
          />
          <RefundChoice
            paidFromWallet={parcel.paid_from_wallet === true}
            value={refund_to}
            onChange={setRefundTo}
          />
          <p>{refundLabels[refund_to]}</p>
        </>
      )}
      {isTakenIn && <p>Collect it at the counter where you dropped it off.</p>}
      <FailureNotice
        error={cancelling.error}
        offline="No network. We do not know yet whether it was cancelled. Try again; it is done only once."
      />
      <Button kind="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
        {back_kobo > 0 ? `Cancel parcel and get ${formatNaira(back_kobo)} back` : 'Cancel parcel'}
      </Button>
      <Button onClick={onClose}>Keep it</Button>
    </Dialog>
  )
}
