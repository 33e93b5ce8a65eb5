import { formatCount } from '#contract/quantities'
import { VerifyContactInput } from '#contract/accounts/model'
import { codeDigits, codeValidityMinutes } from '#contract/accounts/rules'
import type { User } from '#contract/profile/model'
import { formatPhone } from '#contract/phone'
import { storeUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CodeField } from '#ui/mantine/code-field'
import { Card, Page } from '#ui/page'
import { ButtonRow, Notice } from '#ui/notice'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import styles from './accounts.module.css'
import { FormError } from './form-notices.tsx'
import { requestContactCode, verifyContactWithCode } from './queries.ts'
import { useLoginRedirect } from './login-redirect.ts'

type Kind = 'email' | 'phone'

/** Verifies the email address and phone number of a new account, one after another. Each can be skipped. */
export function VerifyContacts({ user: joined }: { user: User }) {
  const back = useLoginRedirect()
  const [user, setUser] = useState(joined)
  const [later, setLater] = useState<readonly Kind[]>([])
  const kind = unverifiedContacts(user).find((one) => !later.includes(one))
  // Show the top of each step: the form before it was longer than the screen and is scrolled down.
  useEffect(() => {
    // The braces are needed: in newer browsers `scrollTo` returns a promise, and an effect must not return one.
    scrollTo(0, 0)
  }, [kind])
  const goOn = (now: User, left: readonly Kind[]) => {
    setUser(now)
    setLater(left)
    if (unverifiedContacts(now).every((one) => left.includes(one))) back.go()
  }
  return (
    <Page title={`Welcome, ${user.full_name}`} narrow>
      {kind === 'phone' && user.email_verified && (
        <Notice tone="success" live="polite" title="Your email address is verified.">
          Now your phone number: we have sent it a code of its own.
        </Notice>
      )}
      {kind === undefined ? (
        <Button kind="primary" onClick={back.go}>
          Continue
        </Button>
      ) : (
        <VerifyContact
          key={kind}
          sent
          kind={kind}
          address={kind === 'email' ? (user.email ?? '') : formatPhone(user.phone ?? '')}
          proved={(now) => {
            storeUser(now)
            goOn(now, later)
          }}
          skip={() => goOn(user, [...later, kind])}
        />
      )}
    </Page>
  )
}

const contactLabels = { email: 'email address', phone: 'phone number' } as const

function unverifiedContacts(user: User): Kind[] {
  return [
    ...(user.email !== null && !user.email_verified ? (['email'] as const) : []),
    ...(user.phone !== null && !user.phone_verified ? (['phone'] as const) : []),
  ]
}

/**
 * Verifies the email address or the phone number with a code. `skip` postpones this, where that is possible. `sent`: a
 * code was already sent, so the field for it is visible immediately, since requesting another code would invalidate the
 * first. With `sent`, this form is a step of the sign-up, and its heading takes the focus.
 */
export function VerifyContact({
  sent = false,
  kind,
  address,
  proved,
  skip,
}: {
  sent?: boolean
  kind: Kind
  address: string
  proved: (user: User) => void
  skip?: () => void
}) {
  const asking = useMutation({ mutationFn: () => requestContactCode(kind) })
  const name = useRef<HTMLHeadingElement>(null)
  const addressId = useId()
  useEffect(() => {
    if (sent) name.current?.focus({ preventScroll: true })
  }, [sent])
  const minutes = asking.data?.minutes ?? (sent ? codeValidityMinutes : undefined)
  const label = contactLabels[kind]
  return (
    <Card>
      <h2 ref={name} tabIndex={-1} aria-describedby={addressId}>
        {minutes === undefined ? `Is this your ${label}?` : `Verify your ${label}`}
      </h2>
      <p id={addressId}>
        {minutes === undefined ? 'We send a code to ' : 'Enter the code we sent to '}
        <Address text={address} />.
      </p>
      {minutes === undefined && (
        <p>
          Once verified, it lets you back in when you forget your password, and finds the trips you
          booked without an account.
        </p>
      )}
      {minutes !== undefined && <CodeForm kind={kind} minutes={minutes} proved={proved} />}
      <FormError error={asking.error} offline="No network. Try again when it is back." />
      {minutes === undefined && (
        <Button kind="primary" wide busy={asking.isPending} onClick={() => asking.mutate()}>
          Send the code
        </Button>
      )}
      <ButtonRow>
        {minutes !== undefined && (
          <Button busy={asking.isPending} onClick={() => asking.mutate()}>
            Send it again
          </Button>
        )}
        {skip && (
          <Button kind="quiet" onClick={skip}>
            Later
          </Button>
        )}
      </ButtonRow>
    </Card>
  )
}

/** An email address or phone number. A line that is too long breaks before the @. */
function Address({ text }: { text: string }) {
  const [name, host] = text.split('@')
  return (
    <b>
      {name}
      {host !== undefined && (
        <>
          <wbr />@{host}
        </>
      )}
    </b>
  )
}

function CodeForm({
  kind,
  minutes,
  proved,
}: {
  kind: Kind
  minutes: number
  proved: (user: User) => void
}) {
  const [code, setCode] = useState('')
  const { form, submit, isSending, errors, problem } = useForm(VerifyContactInput, {
    draft: { value: { kind, code } },
    read: (values) => values,
    send: verifyContactWithCode,
    done: proved,
    fieldOf: { wrong_code: 'code' },
  })
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <CodeField length={codeDigits} value={code} error={errors['code']} onChange={setCode} />
      <FormError
        error={problem}
        offline="No network. The code stays valid for a while: try again."
      />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Verify
      </Button>
      <p className={styles.soft} role="status">
        The code is valid for {formatCount(minutes, 'minute')}.
      </p>
    </form>
  )
}
