import { formatNaira } from '#contract/money'
import { type Wallet, WalletPinInput } from '#contract/wallet/model'
import { pinFromKobo } from '#contract/wallet/rules'
import { refetchBalances } from '#lib/room'
import { localPath } from '#lib/local-path'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonLink } from '#ui/button'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { PasswordField } from '#ui/password-field'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PinField } from './pin-field.tsx'
import { getWalletBalanceQuery, setPin } from './queries.ts'
import styles from './wallet.module.css'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Sets or changes the PIN. `?next=` is the page to return to. */
export function PinScreen() {
  const wallet = useQuery(getWalletBalanceQuery)
  return (
    <QueryResult query={wallet} back={back} title="Wallet PIN">
      {(data) => (
        <Page title="Wallet PIN" back={back} narrow>
          <p className={styles.soft}>
            We ask for this PIN when you pay {formatNaira(pinFromKobo)} or more from the wallet, so
            that nobody else can spend much with your phone.
          </p>
          <PinForm wallet={data} />
        </Page>
      )}
    </QueryResult>
  )
}

function PinForm({ wallet }: { wallet: Wallet }) {
  const user = useUser()
  const [params] = useSearchParams()
  const next = localPath(params.get('next'))
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [byPin, setByPin] = useState(wallet.has_pin)
  const [proof, setProof] = useState('')
  const [pin, setPinText] = useState('')
  const [again, setAgain] = useState('')
  const form = useForm(WalletPinInput, {
    typed: { value: { pin, again, byPin, proof } },
    read: (typed) => ({
      pin: typed.pin,
      ...(typed.byPin
        ? { current_pin: typed.proof }
        : typed.proof !== '' && { password: typed.proof }),
    }),
    faults: (typed) =>
      typed.pin === typed.again ? {} : { again: 'The two PINs are not the same. Type it again.' },
    send: setPin,
    done: () => {
      refetchBalances(queries)
      if (next !== undefined) void navigate(next, { replace: true })
    },
  })
  if (form.isDone) return <Done />
  const { errors } = form
  return (
    <Card label="PIN">
      <Form
        onSubmit={form.submit}
        error={form.error}
        action={
          <Button type="submit" kind="primary" busy={form.isSending}>
            {wallet.has_pin ? 'Change the PIN' : 'Set the PIN'}
          </Button>
        }
      >
        {byPin ? (
          <PinField
            label="Current PIN"
            value={proof}
            onChange={setProof}
            error={errors['current_pin']}
          />
        ) : (
          user?.has_password === true && (
            <PasswordField
              label="Your password"
              value={proof}
              onChange={setProof}
              error={errors['password']}
            />
          )
        )}
        {wallet.has_pin && (
          <Button kind="quiet" onClick={() => (setByPin(!byPin), setProof(''), form.reset())}>
            {byPin ? 'I forgot the PIN' : 'I know the PIN'}
          </Button>
        )}
        <PinField
          label="New PIN"
          hint="4 to 6 digits"
          value={pin}
          onChange={setPinText}
          error={errors['pin']}
        />
        <PinField label="New PIN again" value={again} onChange={setAgain} error={errors['again']} />
      </Form>
    </Card>
  )
}

function Done() {
  return (
    <Notice
      kind="done"
      says="soon"
      title="Your PIN is set."
      actions={
        <ButtonLink to="/profile/wallet" kind="primary">
          To my wallet
        </ButtonLink>
      }
    >
      We never ask for it by phone, SMS or email.
    </Notice>
  )
}
