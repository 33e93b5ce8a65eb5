import { formatCount } from '#contract/quantities'
import { formatNaira } from '#contract/money'
import { EraseProfileInput, type User } from '#contract/profile/model'
import { erasureCancellableDays } from '#contract/profile/rules'
import { getRewardsQuery } from '#features/rewards'
import { getWalletBalanceQuery } from '#features/wallet'
import { CallError } from '#lib/api'
import { computeDay, formatDay } from '#lib/format'
import { logOut } from '#lib/session/lifecycle'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { CheckField } from '#ui/choices'
import { FailureNotice, Form } from '#ui/form'
import { ButtonRow, Notice } from '#ui/notice'
import { Card } from '#ui/page'
import { PasswordField } from '#ui/password-field'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ErasureNotice } from './erasure-notice.tsx'
import { downloadMyData, requestErasure } from './queries.ts'
import { WithProfile } from './with-profile.tsx'
import styles from './profile.module.css'

/** Downloads the user's data, or erases their account. */
export function MyDataScreen() {
  return (
    <WithProfile title="My data">
      {(user) => (
        <>
          <ErasureNotice user={user} />
          <ExportCard />
          {user.erase_at === null && <EraseCard user={user} />}
        </>
      )}
    </WithProfile>
  )
}

function ExportCard() {
  const keeping = useMutation({ mutationFn: downloadMyData })
  return (
    <Card label="Take your data with you">
      <h2>Take your data with you</h2>
      <p>
        Your profile, travellers, bookings, wallet, points and logins: all we hold about you, as the
        Nigeria Data Protection Act requires.
      </p>
      <FailureNotice
        error={keeping.error}
        offline="No network. You can get the file when you are online."
      />
      <ButtonRow wide>
        <Button
          busy={keeping.isPending && keeping.variables === 'pdf'}
          onClick={() => keeping.mutate('pdf')}
        >
          PDF, to read
        </Button>
        <Button
          busy={keeping.isPending && keeping.variables === 'json'}
          onClick={() => keeping.mutate('json')}
        >
          JSON, for programs
        </Button>
      </ButtonRow>
    </Card>
  )
}

function EraseCard({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const wallet = useQuery(getWalletBalanceQuery).data
  const points = useQuery(getRewardsQuery).data?.points ?? 0
  return (
    <Card label="Erase my account">
      <h2>Erase my account</h2>
      <p>In {erasureCancellableDays} days all of this is erased for good:</p>
      <ul className={styles.list}>
        <li>your name, addresses, travellers and messages</li>
        {wallet !== undefined && wallet.balance_kobo > 0 && (
          <li>
            <b>{formatNaira(wallet.balance_kobo)}</b> in your wallet
          </li>
        )}
        {points > 0 && (
          <li>
            <b>{formatCount(points, 'point')}</b>
          </li>
        )}
        <li>your upcoming trips, unless you cancel them or travel first</li>
      </ul>
      <p className={styles.soft}>
        You are logged out everywhere at once. To keep your account, log in within{' '}
        {erasureCancellableDays} days and tap “Keep my account” in your profile. Payment records
        that tax law makes us keep stay, without your name.
      </p>
      {open ? (
        <EraseForm user={user} close={() => setOpen(false)} />
      ) : (
        <Button kind="quiet-danger" onClick={() => setOpen(true)}>
          Erase my account
        </Button>
      )}
    </Card>
  )
}

function EraseForm({ user, close }: { user: User; close: () => void }) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [give_up, setGiveUp] = useState(false)
  const [thingsLeft, setThingsLeft] = useState(false)
  const form = useForm(EraseProfileInput, {
    draft: { value: password },
    read: () => ({ ...(user.has_password && { password }), ...(give_up && { give_up }) }),
    send: (input) => requestErasure(input).catch(noteLeft),
    fieldOf: { wrong_password: 'password' },
  })
  function noteLeft(error: unknown): never {
    if (error instanceof CallError && error.code === 'open_things_left') setThingsLeft(true)
    throw error
  }
  if (form.answer !== undefined)
    return (
      <Notice
        tone="success"
        live="assertive"
        title={`Your account will be erased on ${formatDay(computeDay(form.answer.erase_at))}.`}
        actions={
          <Button kind="primary" onClick={() => void logOut(queries)}>
            Clear this phone
          </Button>
        }
      >
        You are logged out everywhere. To keep your account, log in before that day and tap “Keep my
        account” in your profile.
      </Notice>
    )
  return (
    <Form
      onSubmit={form.submit}
      error={form.error}
      action={
        <ButtonRow wide>
          <Button
            type="submit"
            kind="danger"
            busy={form.isSending}
            disabled={thingsLeft && !give_up}
          >
            Erase in {erasureCancellableDays} days
          </Button>
          <Button onClick={close}>Keep my account</Button>
        </ButtonRow>
      }
    >
      {user.has_password && (
        <PasswordField
          label="Your password"
          value={password}
          onChange={setPassword}
          error={form.errors['password']}
        />
      )}
      {thingsLeft && (
        <CheckField
          label="I give up the money, points and trips that are left"
          checked={give_up}
          onChange={setGiveUp}
        />
      )}
    </Form>
  )
}
