import { reportReview } from '#contract/reviews/endpoints'
import { reviewReportReasons } from '#contract/reviews/rules'
import { call } from '#lib/api'
import { useIdempotencyKey } from '#lib/api/idempotency-key'
import { useUser } from '#lib/session'
import { Button } from '#ui/button'
import { SelectField } from '#ui/fields'
import { FailureNotice } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './reviews.module.css'

type Reason = (typeof reviewReportReasons)[number]

const reasonLabels: Record<Reason, string> = {
  spam: 'It is an advertisement',
  abuse: 'It insults somebody',
  private: 'It names a person or a number',
  not_a_trip: 'They did not make this trip',
  other: 'Something else',
}

/** The button "Report this", which reports a review to our staff. Only for logged-in users. */
export function ReportReview({ id, of }: { id: string; of: string }) {
  const user = useUser()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<string>('')
  const act = useIdempotencyKey()
  const sending = useMutation({
    mutationFn: (chosen: Reason) =>
      call(reportReview, { id, reason: chosen }, { key: act.keyFor(`${id} ${chosen}`) }),
    onSettled: (_, error) => act.settle(error ?? undefined),
  })
  if (user === undefined) return null
  if (sending.isSuccess)
    return (
      <p className={styles.soft} role="status">
        Thank you. Our staff will look at it.
      </p>
    )
  if (!isOpen)
    return (
      <Button kind="quiet" aria-label={`Report this review of ${of}`} onClick={() => setOpen(true)}>
        Report this
      </Button>
    )
  const chosen = reviewReportReasons.find((one) => one === reason)
  return (
    <div className={styles.report}>
      <SelectField
        label="What is wrong with it?"
        value={reason}
        empty="Choose"
        onChange={setReason}
        options={reviewReportReasons.map((one) => ({ value: one, label: reasonLabels[one] }))}
      />
      <FailureNotice error={sending.error} />
      <ButtonRow>
        <Button
          kind="primary"
          busy={sending.isPending}
          disabled={chosen === undefined}
          onClick={() => chosen && sending.mutate(chosen)}
        >
          Send the report
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Do not report
        </Button>
      </ButtonRow>
    </div>
  )
}
