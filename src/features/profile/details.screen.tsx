import type { User } from '#contract/profile/model'
import { VerifyContact } from '#features/accounts'
import { formatPhone, parsePhone } from '#contract/phone'
import type { Shape } from '#contract/shape'
import { useDraft } from '#lib/drafts'
import { dropSent } from '#lib/drop-sent'
import { Button } from '#ui/button'
import { PhoneField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { PasswordField } from '#ui/password-field'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listGuestBookingsQuery, storeProfile } from './queries.ts'
import { useProfileForm, WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** The user's name, email address and phone number. The last two are verified with codes. */
export function DetailsScreen() {
  return (
    <WithProfile title="My details">
      {(user) => (
        <>
          <DetailsForm user={user} />
          <Proofs user={user} />
        </>
      )}
    </WithProfile>
  )
}

type DetailsText = Record<'full_name' | 'email' | 'phone', string>

/** What was typed, by field; the others show the profile. */
type DetailsDraft = Partial<DetailsText>

const draftShape: Shape = { 'full_name?': 'string', 'email?': 'string', 'phone?': 'string' }

/** Stores on this phone what differs from the profile (`now`). */
function useDetailsDraft(now: DetailsText) {
  const draft = useDraft<DetailsDraft>('my-details', {}, draftShape)
  const sent = useRef(draft.value)
  const store = (entered: DetailsDraft) => {
    draft.change(entered)
    if (isEmpty(entered)) void draft.discard()
  }
  return {
    entered: draft.value,
    flush: draft.flush,
    set: (part: DetailsDraft) => store(dropUnchanged({ ...draft.value, ...part }, now)),
    /** Call it when the form is sent. */
    onSend: () => void (sent.current = draft.value),
    /** Call it once it is saved. What was typed meanwhile stays. */
    onSaved: () => store(dropSent(draft.value, sent.current)),
  }
}

const makeDetailsText = ({ full_name, email, phone }: User): DetailsText => ({
  full_name,
  email: email ?? '',
  phone: formatOptionalPhone(phone),
})

function DetailsForm({ user }: { user: User }) {
  // The profile of an earlier visit is shown first; that of the server's answer replaces what nobody has changed.
  const now = makeDetailsText(user)
  const { entered, flush, set, onSend, onSaved } = useDetailsDraft(now)
  const [password, setPassword] = useState('')
  const { full_name, email, phone } = { ...now, ...entered }
  const changed = findChanges({ full_name, email, phone }, user)
  const isMoved = 'email' in changed || 'phone' in changed
  const form = useProfileForm(
    // Without `discard`, the form counts as never stored, since its input has a password.
    { value: { full_name, email, phone }, flush },
    () => ({ ...changed, ...(isMoved && password !== '' && { password }) }),
    {
      fieldOf: { wrong_password: 'password' },
      done: () => {
        setPassword('')
        onSaved()
      },
    },
  )
  return (
    <Card label="Name and addresses">
      <Form
        onSubmit={() => {
          if (!form.isSending) onSend()
          form.submit()
        }}
        onBlur={flush}
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
          onChange={(text) => set({ full_name: text })}
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
          onChange={(text) => set({ email: text })}
          error={form.errors['email']}
        />
        <PhoneField
          label="Phone"
          name="phone"
          optional={email.trim() !== ''}
          value={phone}
          onChange={(text) => set({ phone: text })}
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
      {form.isDone && isEmpty(entered) && <Notice tone="success" live="polite" title="Saved." />}
    </Card>
  )
}

const isEmpty = (entered: DetailsDraft) => Object.keys(entered).length === 0

/** Returns the typed fields without those that are as in the profile. */
const dropUnchanged = (entered: DetailsDraft, now: DetailsText): DetailsDraft =>
  Object.fromEntries(
    Object.entries(entered).filter(([name, text]) => text !== now[name as keyof DetailsText]),
  )

/** Returns the fields that saving changes. */
const findChanges = ({ full_name, email, phone }: DetailsText, user: User) => ({
  ...(full_name !== user.full_name && { full_name }),
  ...(toEmail(email) !== user.email && { email: toEmail(email) }),
  ...(toPhone(phone) !== user.phone && { phone: toPhone(phone) }),
})

const formatOptionalPhone = (phone: string | null) => (phone === null ? '' : formatPhone(phone))

/** Returns a typed address as the server stores it, so that another way to write it is no change; null if empty. */
const toEmail = (text: string) => text.trim().toLowerCase() || null
const toPhone = (text: string) => parsePhone(text) ?? (text.trim() || null)

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
