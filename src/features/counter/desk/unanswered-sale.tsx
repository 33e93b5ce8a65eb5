import { Button } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import type { SaleAttempt } from './use-ongoing-sale.ts'

/** Names a sale that has no answer, and asks for the answer by repeating the sale unchanged. */
export function UnansweredSale<Input, Sold>({
  title,
  about,
  attempt,
  sell,
  onSold,
}: {
  title: string
  /** The people of the sale and its price. */
  about: string
  attempt: SaleAttempt<Input>
  sell: (attempt: SaleAttempt<Input>) => Promise<Sold>
  onSold: (sold: Sold) => void
}) {
  const asking = useMutation({
    mutationFn: () => sell(attempt),
    onSuccess: (sold) => onSold(sold),
  })
  return (
    <Card label="A sale without an answer">
      <Notice
        kind="mind"
        says="now"
        title={title}
        actions={
          <Button kind="primary" busy={asking.isPending} onClick={() => asking.mutate()}>
            Ask again
          </Button>
        }
      >
        {about}. Ask again before you sell the next one: it is sent as it was, and cannot be sold
        twice.
      </Notice>
      <FailureNotice
        error={asking.error}
        offline="Still no answer. Ask again when the network is back."
      />
    </Card>
  )
}
