import { formatCount } from '#contract/quantities'
import { ChangePasswordInput } from '#contract/accounts/model'
import type { User } from '#contract/profile/model'
import { storeUser, useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { Button, ButtonAnchor } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { HiddenLogin, PasswordField } from '#ui/password-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import styles from './accounts.module.css'
import { OfflineNotice, FormError } from './form-notices.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { changeOwnPassword, sessionsQuery } from './queries.ts'
import { SessionList } from './sessions.tsx'

/** Shows the form for a new password and the list of the user's logins. */
export function ChangePasswordScreen() {
  const user = useUser()
  return (
    <Page title="Password and devices" back={{ to: '/profile', label: 'Profile' }} narrow>
      {user !== undefined && <OfflineNotice>A new password needs a network.</OfflineNotice>}
      {user !== undefined && <Password key={user.id} user={user} />}
      <SessionList />
    </Page>
  )
}

function Password({ user }: { user: User }) {
  const queries = useQueryClient()
  const [ended, setEnded] = useState<number>()
  if (ended !== undefined) {
    return (
      <Notice tone="success" live="assertive" title="Your new password is set.">
        {ended > 0 && `You were logged out on ${formatCount(ended, 'other device')}.`}
      </Notice>
    )
  }
  return (
    <Card>
      <h2>{user.has_password ? 'Change your password' : 'Set a password'}</h2>
      {!user.has_password && (
        <p>You log in with Google. With a password you can also log in without it.</p>
      )}
      <PasswordForm
        user={user}
        done={(count) => {
          setEnded(count)
          storeUser({ ...user, has_password: true })
          void queries.invalidateQueries(sessionsQuery)
        }}
      />
    </Card>
  )
}

function PasswordForm({ user, done }: { user: User; done: (ended: number) => void }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const { form, watch, submit, isSending, errors, problem } = useForm(ChangePasswordInput, {
    draft: { value: { current, password } },
    read: (values) => ({
      password: values.password,
      ...(user.has_password && { current_password: values.current }),
    }),
    send: changeOwnPassword,
    done: ({ ended }) => done(ended),
    fieldOf: { wrong_password: 'current_password' },
  })
  const tooOld = problem !== null && 'code' in problem && problem.code === 'login_too_old'
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate {...watch}>
      <HiddenLogin value={user.email ?? user.phone ?? ''} />
      {user.has_password && (
        <PasswordField
          label="Current password"
          name="current_password"
          value={current}
          error={errors['current_password']}
          onChange={setCurrent}
        />
      )}
      <NewPasswordField
        label="New password"
        name="password"
        value={password}
        ownWords={[...user.full_name.split(/\s+/), user.email?.split('@')[0] ?? '']}
        error={errors['password']}
        onChange={setPassword}
      />
      <p className={styles.soft}>This logs you out on other phones.</p>
      <FormError error={problem} offline="No network. Try again when the network is back." />
      {tooOld && (
        <ButtonAnchor href="/login?again&next=/profile/changepassword">Log in again</ButtonAnchor>
      )}
      <Button type="submit" kind="primary" wide busy={isSending}>
        {user.has_password ? 'Change password' : 'Set password'}
      </Button>
    </form>
  )
}
