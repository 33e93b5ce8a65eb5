import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { FailureNotice } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { OngoingSale } from './use-ongoing-sale.ts'

/**
 * Names a sale that has no answer, and asks for the answer by repeating the sale unchanged. If the answer is a refusal
 * that no form shows, it is displayed here.
 */
export function UnansweredSale<Draft, Input, Sold>({
  subject,
  about,
  sale: { unanswered, sell, forget },
  onSold,
}: {
  /** What was to be sold. */
  subject: keyof typeof titles
  /** The people of the sale and its price. */
  about: string
  sale: Pick<OngoingSale<Draft, Input, Sold>, 'unanswered' | 'sell' | 'forget'>
  onSold: (sold: Sold) => void
}) {
  const asking = useMutation({
    mutationFn: (attempt: NonNullable<typeof unanswered>) => sell(attempt),
    onSuccess: (sold) => onSold(sold),
  })
  if (unanswered === undefined) return null
  if (unanswered.refusal !== undefined)
    return (
      <Card label="A sale that was refused">
        <h2>{titles[subject].refused}</h2>
        <p>{about}.</p>
        <FailureNotice error={unanswered.refusal} />
        <Button kind="primary" onClick={forget}>
          Next sale
        </Button>
      </Card>
    )
  return (
    <Card label="A sale without an answer">
      <Notice
        tone="warning"
        live="assertive"
        title={titles[subject].unanswered}
        actions={
          <>
            <Button
              kind="primary"
              busy={asking.isPending}
              onClick={() => asking.mutate(unanswered)}
            >
              Ask again
            </Button>
            <ForgetButton onForget={forget} />
          </>
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

const titles = {
  seats: {
    unanswered: 'We do not know yet whether these seats were sold.',
    refused: 'These seats were not sold',
  },
  parcel: {
    unanswered: 'We do not know yet whether this parcel was sold.',
    refused: 'This parcel was not sold',
  },
}

/** Gives a sale up; asks first. */
function ForgetButton({ onForget }: { onForget: () => void }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        Stop asking
      </Button>
      <Dialog open={isAsking} onClose={() => setAsking(false)} title="Stop asking?">
        <p>
          It may have been sold. Before you sell it again, see whether it is listed in Sales and
          refunds.
        </p>
        <ButtonRow>
          <Button kind="danger" onClick={onForget}>
            Stop asking
          </Button>
          <Button onClick={() => setAsking(false)}>Keep</Button>
        </ButtonRow>
      </Dialog>
    </>
  )
}
