import { SignUpInput } from '#contract/accounts'
import { product } from '#contract/product'
import type { User } from '#contract/profile'
import { useDraft } from '#lib/drafts'
import { readPhone } from '#lib/format'
import { loginAuth, storedUser } from '#lib/session'
import { Button } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { Card, Page } from '#ui/page'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import styles from './accounts.module.css'
import { GoogleButton } from './google-button.tsx'
import { LoggedIn } from './login.screen.tsx'
import { checked, type FieldErrors, wrongFields } from './login-form.ts'
import { NeedsNetwork, Problem } from './parts.tsx'
import { NewPasswordField } from './password-field.tsx'
import { ProveContact } from './prove-contact.tsx'
import { sendSignUp } from './queries.ts'
import { useSending } from './use-sending.ts'
import { useOwnDocument, useWayBack } from './way-back.ts'

/** A new account, then the proof that its address is the person's own. `?ref=` is who sent her. */
export function SignUpScreen() {
  const [before] = useState(storedUser)
  const [joined, setJoined] = useState<User>()
  useOwnDocument()
  if (joined !== undefined) return <ProveContact user={joined} />
  if (before !== undefined) return <LoggedIn user={before} />
  return <SignUp joined={setJoined} />
}

interface Written {
  full_name: string
  email: string
  phone: string
  /** Undefined until it is written by hand: then the link's own counts, also for a form begun before. */
  referral_code?: string
}

function SignUp({ joined }: { joined: (user: User) => void }) {
  const back = useWayBack()
  const [params] = useSearchParams()
  const draft = useDraft<Written>('signup', { full_name: '', email: '', phone: '' })
  const referral_code = draft.value.referral_code ?? params.get('ref') ?? ''
  return (
    <Page title={`Join ${product.name}`} back={{ to: '/', label: 'Home' }} narrow>
      <NeedsNetwork>Joining needs a network.</NeedsNetwork>
      <Card>
        <SignUpForm draft={draft} referral_code={referral_code} joined={joined} />
        <GoogleButton done={back.enter} referral_code={referral_code.trim()} />
      </Card>
      <p>
        Already with us? <Link to={back.with('/login')}>Log in</Link>
      </p>
    </Page>
  )
}

function SignUpForm({
  draft,
  referral_code,
  joined,
}: {
  draft: ReturnType<typeof useDraft<Written>>
  referral_code: string
  joined: (user: User) => void
}) {
  const [password, setPassword] = useState('')
  const value = { ...draft.value, referral_code }
  const { form, submit, isSending, change, errors, problem } = useSending({
    send: async () => sendSignUp(readSignUp(value, password)),
    done: (session) => {
      draft.discard()
      if (loginAuth(session)) joined(session.user)
    },
  })
  const field = (name: keyof Written) => ({
    value: value[name],
    error: errors[name],
    onChange: (text: string) => {
      change(name)
      draft.change((before) => ({ ...before, [name]: text }))
    },
  })
  return (
    <form ref={form} className={styles.form} onSubmit={submit} onBlur={draft.flush} noValidate>
      <TextField label="Full name" name="name" autoComplete="name" {...field('full_name')} />
      <p className={styles.soft}>An e-mail address, a phone, or both: tickets go there.</p>
      <TextField
        label="E-mail"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <PhoneField label="Phone" name="tel" {...field('phone')} />
      <NewPasswordField
        label="Password"
        value={password}
        ownWords={[...value.full_name.split(/\s+/), value.email.split('@')[0] ?? '', product.name]}
        error={errors['password']}
        onChange={(text) => {
          change('password')
          setPassword(text)
        }}
      />
      <TextField
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        {...field('referral_code')}
      />
      <p className={styles.soft}>
        By joining you agree to our{' '}
        <a href="/terms" target="_blank" rel="noreferrer">
          Terms &amp; conditions
        </a>
        , and that we keep these details to sell you tickets.
      </p>
      <Problem
        error={problem}
        offline="No network. What you typed stays here; try again when the network is back."
      />
      <Button type="submit" kind="primary" wide busy={isSending}>
        Join {product.name}
      </Button>
    </form>
  )
}

/** What the server takes, from what was typed. Throws `invalid_input` with a sentence for each field. */
function readSignUp(written: Required<Written>, password: string) {
  const email = written.email.trim()
  const phone = written.phone.trim()
  const referral_code = written.referral_code.trim()
  const number = phone === '' ? undefined : readPhone(phone)
  const wrong: FieldErrors = {}
  if (email === '' && phone === '') wrong['email'] = 'Write an e-mail address, or a phone below.'
  if (phone !== '' && number === undefined)
    wrong['phone'] = 'Write the phone number like 0803 123 4567.'
  try {
    const input = checked(SignUpInput, {
      full_name: written.full_name,
      password,
      ...(email !== '' && { email }),
      ...(number !== undefined && { phone: number }),
      ...(referral_code !== '' && { referral_code }),
    })
    if (Object.keys(wrong).length === 0) return input
  } catch (error) {
    Object.assign(wrong, { ...(error as { fields: FieldErrors }).fields, ...wrong })
  }
  throw wrongFields(wrong)
}
