import { renewSoldPin } from '#contract/counter/endpoints'
import type { PinRecipient } from '#contract/counter/parcels'
import { call } from '#lib/api'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { allSalesFilter } from './queries.ts'

const outcomes: Record<NonNullable<PinRecipient['sent_to']> | 'later', string> = {
  receiver: 'The receiver gets a new PIN by SMS. The old one is no longer valid.',
  sender: 'The sender gets a new PIN by SMS. The old one is no longer valid.',
  later: 'It has a new PIN, which the receiver gets by SMS when it arrives.',
}

/**
 * A button that sends a new pickup PIN to the person who collects the parcel, for when the old one is lost or locked.
 */
export function RenewPinButton({
  reference,
  onSent,
}: {
  reference: string
  onSent: (text: string) => void
}) {
  const client = useQueryClient()
  const act = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: () =>
      call(renewSoldPin, { reference }, { key: act.keyFor(`renewSoldPin ${reference}`) }),
    onSettled: (_, error) => act.settle(error ?? undefined),
    onSuccess: async ({ sent_to }) => {
      onSent(outcomes[sent_to ?? 'later'])
      await client.invalidateQueries(allSalesFilter)
    },
  })
  return (
    <>
      <Button busy={sending.isPending} onClick={() => sending.mutate()}>
        Send a new PIN
      </Button>
      <FailureNotice
        error={sending.error}
        offline="No network. We do not know yet whether it was sent. Try again."
      />
    </>
  )
}
