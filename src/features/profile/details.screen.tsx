import type { User } from '#contract/profile/model'
import { VerifyContact } from '#features/accounts'
import { formatPhone } from '#contract/phone'
import { Button } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { PasswordField } from '#ui/password-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listGuestBookingsQuery, storeProfile } from './queries.ts'
import { useProfileForm, WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** The user's name, email address and phone number. The last two are verified with codes. */
export function DetailsScreen() {
  return (
    <WithProfile title="My details">
      {(user) => (
        <>
          <DetailsForm key={`${user.email} ${user.phone}`} user={user} />
          <Proofs user={user} />
        </>
      )}
    </WithProfile>
  )
}

function DetailsForm({ user }: { user: User }) {
  // The profile of an earlier visit is shown first; the name of the server's answer replaces it.
  const [typedName, setName] = useState<string>()
  const full_name = typedName ?? user.full_name
  const [email, setEmail] = useState(user.email ?? '')
  const [phone, setPhone] = useState(shown(user.phone))
  const [password, setPassword] = useState('')
  const form = useProfileForm(
    { value: { full_name, email: email.trim(), phone: phone.trim(), password } },
    (typed) => ({
      ...(typed.full_name !== user.full_name && { full_name: typed.full_name }),
      ...(typed.email !== (user.email ?? '') && { email: typed.email || null }),
      ...(typed.phone !== shown(user.phone) && { phone: typed.phone || null }),
      ...(typed.password !== '' && { password: typed.password }),
    }),
    { wrong_password: 'password' },
  )
  const isMoved = email.trim() !== (user.email ?? '') || phone.trim() !== shown(user.phone)
  return (
    <Card label="Name and addresses">
      <Form
        onSubmit={form.submit}
        watch={form.watch}
        error={form.error}
        action={
          <Button type="submit" kind="primary" busy={form.isSending}>
            Save
          </Button>
        }
      >
        <TextField
          label="Full name"
          name="full_name"
          autoComplete="name"
          value={full_name}
          onChange={setName}
          error={form.errors['full_name']}
        />
        <TextField
          label="Email"
          name="email"
          optional={phone.trim() !== ''}
          type="email"
          inputMode="email"
          autoComplete="email"
          value={email}
          onChange={setEmail}
          error={form.errors['email']}
        />
        <PhoneField
          label="Phone"
          name="phone"
          optional={email.trim() !== ''}
          value={phone}
          onChange={setPhone}
          error={form.errors['phone']}
        />
        {isMoved && user.has_password && (
          <PasswordField
            label="Your password"
            name="password"
            hint="Needed for a new email or phone, since both open your account."
            value={password}
            onChange={setPassword}
            error={form.errors['password']}
          />
        )}
      </Form>
      {form.answer && <Notice kind="done" says="soon" title="Saved." />}
    </Card>
  )
}

const shown = (phone: string | null) => (phone === null ? '' : formatPhone(phone))

function Proofs({ user }: { user: User }) {
  const queries = useQueryClient()
  const [proving, setProving] = useState<'email' | 'phone'>()
  const addresses = [
    { kind: 'email', address: user.email ?? '', proved: user.email_verified },
    {
      kind: 'phone',
      address: user.phone === null ? '' : formatPhone(user.phone),
      proved: user.phone_verified,
    },
  ] as const
  const asked = addresses.find(({ kind }) => kind === proving)
  if (asked !== undefined)
    return (
      <VerifyContact
        kind={asked.kind}
        address={asked.address}
        proved={(now) => {
          storeProfile(queries, now)
          void queries.invalidateQueries({ queryKey: listGuestBookingsQuery.queryKey })
          setProving(undefined)
        }}
        skip={() => setProving(undefined)}
      />
    )
  return (
    <Card label="Verified by a code">
      <h2>Verified by a code</h2>
      <p className={styles.soft}>
        A verified address lets you back in when you forget your password, and finds trips you
        booked without an account.
      </p>
      {addresses.map(
        ({ kind, address, proved }) =>
          address !== '' && (
            <div key={kind} className={styles.contact}>
              <span>{address}</span>
              {proved ? (
                <span className={styles.proved}>✓ Verified</span>
              ) : (
                <Button onClick={() => setProving(kind)}>Verify</Button>
              )}
            </div>
          ),
      )}
    </Card>
  )
}
