import { WalletPinInput } from '#contract/wallet/model'
import { refetchBalances } from '#lib/room'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Form } from '#ui/form'
import { PasswordField } from '#ui/password-field'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PinField } from './pin-field.tsx'
import { setOwnWalletPin } from './queries.ts'

/** Sets or changes the wallet's PIN. `onSet` receives the new one. */
export function PinForm({
  hasPin,
  action,
  busy = false,
  onSet,
}: {
  /** Whether the person has a PIN already, which can prove that they may set a new one. */
  hasPin: boolean
  /** The text of the button. */
  action: string
  /** Whether the action that follows the new PIN is running. */
  busy?: boolean
  onSet: (pin: string) => void
}) {
  const user = useUser()
  const queries = useQueryClient()
  const [byPin, setByPin] = useState(hasPin)
  const [proof, setProof] = useState('')
  const [pin, setPinText] = useState('')
  const [again, setAgain] = useState('')
  const form = useForm(WalletPinInput, {
    draft: { value: { pin, again, byPin, proof } },
    read: (values) => ({
      pin: values.pin,
      ...(values.byPin
        ? { current_pin: values.proof }
        : values.proof !== '' && { password: values.proof }),
    }),
    faults: (values) =>
      values.pin === values.again ? {} : { again: 'The two PINs are not the same. Type it again.' },
    send: setOwnWalletPin,
    done: () => {
      refetchBalances(queries)
      onSet(pin)
    },
  })
  const { errors } = form
  return (
    <Form
      onSubmit={form.submit}
      watch={form.watch}
      error={form.error}
      action={
        <Button type="submit" kind="primary" busy={form.isSending || busy}>
          {action}
        </Button>
      }
    >
      {byPin ? (
        <PinField
          label="Current PIN"
          name="current_pin"
          value={proof}
          onChange={setProof}
          error={errors['current_pin']}
        />
      ) : (
        user?.has_password === true && (
          <PasswordField
            label="Your password"
            name="password"
            value={proof}
            onChange={setProof}
            error={errors['password']}
          />
        )
      )}
      {hasPin && (
        <Button kind="quiet" onClick={() => (setByPin(!byPin), setProof(''), form.reset())}>
          {byPin ? 'I forgot the PIN' : 'I know the PIN'}
        </Button>
      )}
      <NewPinFields {...{ pin, again, errors }} onPin={setPinText} onAgain={setAgain} />
    </Form>
  )
}

/** Fields for the new PIN and its repetition, since the digits are hidden while they are typed. */
function NewPinFields({
  pin,
  again,
  errors,
  onPin,
  onAgain,
}: {
  pin: string
  again: string
  errors: Record<string, string>
  onPin: (pin: string) => void
  onAgain: (again: string) => void
}) {
  return (
    <>
      <PinField
        label="New PIN"
        name="pin"
        hint="4 to 6 digits"
        value={pin}
        onChange={onPin}
        error={errors['pin']}
      />
      <PinField
        label="New PIN again"
        name="again"
        value={again}
        onChange={onAgain}
        error={errors['again']}
      />
    </>
  )
}
