import type { WalkInParcelInput, WalkInParcelSale } from '#contract/counter/parcels'
import { formatNaira } from '#contract/money'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'

/** One sale of a parcel, with its idempotency key. */
export interface ParcelAttempt {
  input: WalkInParcelInput
  key: string
}

/** Names the parcel whose sale has no answer, and asks for the answer by repeating the sale unchanged. */
export function UnansweredParcel({
  attempt,
  sell,
  onSold,
}: {
  attempt: ParcelAttempt
  sell: (attempt: ParcelAttempt) => Promise<WalkInParcelSale>
  onSold: (sale: WalkInParcelSale) => void
}) {
  const { sender, receiver, total_kobo } = attempt.input
  const asking = useMutation({
    mutationFn: () => sell(attempt),
    onSuccess: (sale) => onSold(sale),
  })
  return (
    <Card label="A sale without an answer">
      <Notice
        kind="mind"
        says="now"
        title="We do not know yet whether this parcel was sold."
        actions={
          <Button kind="primary" busy={asking.isPending} onClick={() => asking.mutate()}>
            Ask again
          </Button>
        }
      >
        From {sender.full_name} to {receiver.full_name}, {formatNaira(total_kobo)}. Ask again before
        you sell the next one: it is sent as it was, and cannot be sold twice.
      </Notice>
      <FailureNotice
        error={asking.error}
        offline="Still no answer. Ask again when the network is back."
      />
    </Card>
  )
}
