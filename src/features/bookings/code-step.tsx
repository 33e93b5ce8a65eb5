import { BookingProofInput } from '#contract/bookings/guests'
import { sentenceOf } from '#lib/act'
import { serverNow } from '#lib/clock'
import { read } from '#lib/device'
import { showPhone } from '#lib/format'
import { useDraft } from '#lib/drafts'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CodeField } from '#ui/code-field'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import styles from './bookings.module.css'
import { askForBookingCode, typeBookingCode } from './queries.ts'

/** Seconds until a code may be asked for again. */
const againAfter = 60

/** The typed text and when a code was sent; survives switching apps and a reload. */
interface Typed {
  code: string
  sent_at: number
}

/** Opens a booking on this phone with a code sent to the booking's phone, once. */
export function CodeStep({ reference, onOpen }: { reference: string; onOpen: () => void }) {
  const phone = read('guest_proofs')?.[reference]?.phone ?? ''
  const draft = useDraft<Typed>(`booking-code-${reference}`, { code: '', sent_at: 0 })
  const { code, sent_at } = draft.value
  const wait = useSecondsUntil(sent_at + againAfter * 1000)
  const asking = useMutation({
    mutationFn: () => askForBookingCode(reference, phone),
    onSuccess: () => draft.change({ code: '', sent_at: serverNow() }),
  })
  const { form, submit, isSending, errors, problem } = useForm(BookingProofInput, {
    typed: draft,
    read: (typed) => ({ reference, code: typed.code }),
    send: (input) => typeBookingCode(input.reference, input.code),
    done: onOpen,
    fieldOf: { wrong_code: 'code' },
  })
  return (
    <Card label="Open it on this phone">
      <h2>Open it on this phone</h2>
      <p>
        Names, tickets and changes open with a code. We send it by SMS to {showPhone(phone)}, if
        this booking was made with that number. You do this once on this phone.
      </p>
      {sent_at > 0 && (
        <form ref={form} className={styles.form} onSubmit={submit} noValidate>
          <CodeField
            value={code}
            onChange={(digits) => draft.change({ code: digits, sent_at })}
            onBlur={draft.flush}
            error={errors['code']}
          />
          {problem !== null && (
            <Notice kind="harm" says="now">
              {sentenceOf(problem, 'No network. The code stays valid for 10 minutes.')}
            </Notice>
          )}
          <Button type="submit" kind="primary" busy={isSending} disabled={code === ''}>
            Open the booking
          </Button>
        </form>
      )}
      {asking.error !== null && (
        <Notice kind="harm" says="now">
          {sentenceOf(asking.error, 'No network. Ask for the code when it is back.')}
        </Notice>
      )}
      <Button
        kind={sent_at === 0 ? 'primary' : 'plain'}
        busy={asking.isPending}
        disabled={wait > 0}
        onClick={() => asking.mutate()}
      >
        {sent_at === 0 ? 'Send the code' : wait > 0 ? `Send again in ${wait} s` : 'Send again'}
      </Button>
    </Card>
  )
}

function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(serverNow)
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  const runs = at > now
  useEffect(() => {
    if (!runs) return undefined
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [runs])
  return Math.min(left, againAfter)
}
