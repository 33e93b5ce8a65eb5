import { formatCount } from '#contract/quantities'
import { codeDigits } from '#contract/accounts/rules'
import { BookingProofInput } from '#contract/bookings/model'
import { serverNow } from '#lib/clock'
import { formatPhone } from '#contract/phone'
import { useDraft } from '#lib/drafts'
import { useProofs } from '#lib/session/proofs'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CodeField } from '#ui/mantine/code-field'
import { FailureNotice } from '#ui/form'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import styles from './bookings.module.css'
import { useSecondsLeft } from '#ui/countdown'
import { requestBookingCode, confirmBookingCode } from './queries.ts'

/** Seconds until another code can be requested. */
const againAfter = 60

/** The typed text, and when a code was sent (ms; 0: never). Preserved when the person switches apps or reloads. */
interface CodeForm {
  code: string
  sent_at: number
}

/** Opens a booking on this phone with a code, which is sent to the phone number of the booking. */
export function BookingCodeForm({ reference, onOpen }: { reference: string; onOpen: () => void }) {
  const phone = useProofs()[reference]?.phone ?? ''
  const draft = useDraft<CodeForm>(`booking-code-${reference}`, { code: '', sent_at: 0 })
  const { code, sent_at } = draft.value
  const wait = Math.min(againAfter, useSecondsLeft(sent_at + againAfter * 1000))
  const asking = useMutation({
    mutationFn: () => requestBookingCode(reference, phone),
    onSuccess: () => draft.change({ code: '', sent_at: serverNow() }),
  })
  const { form, submit, isSending, errors, problem } = useForm(BookingProofInput, {
    draft,
    read: (values) => ({ reference, code: values.code }),
    send: (input) => confirmBookingCode(input.reference, input.code),
    done: onOpen,
    fieldOf: { wrong_code: 'code' },
  })
  return (
    <Card label="Open it on this phone">
      <h2>Open it on this phone</h2>
      <p>
        Names, tickets and changes open with a code. We send it by SMS to {formatPhone(phone)}, if
        this booking was made with that number. You do this once on this phone.
      </p>
      {sent_at > 0 && (
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          <CodeField
            length={codeDigits}
            value={code}
            onChange={(digits) => draft.change({ code: digits, sent_at })}
            onBlur={draft.flush}
            error={errors['code']}
          />
          <FailureNotice
            error={problem}
            offline="No network. The code stays valid for 10 minutes."
          />
          <Button type="submit" kind="primary" busy={isSending} disabled={code === ''}>
            Open the booking
          </Button>
        </form>
      )}
      <FailureNotice error={asking.error} offline="No network. Ask for the code when it is back." />
      <Button
        kind={sent_at === 0 ? 'primary' : 'plain'}
        busy={asking.isPending}
        disabled={wait > 0}
        onClick={() => asking.mutate()}
      >
        {sent_at === 0
          ? 'Send the code'
          : wait > 0
            ? `Send again in ${formatCount(wait, 'second')}`
            : 'Send again'}
      </Button>
    </Card>
  )
}
