import { formatNaira } from '#contract/money'
import type { Wallet } from '#contract/wallet/model'
import { pinFromKobo } from '#contract/wallet/rules'
import type { PinSheetProps } from '#features/payments'
import { CallError } from '#lib/api'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Form } from '#ui/form'
import { useState } from 'react'
import { PinField } from './pin-field.tsx'
import { PinForm } from './pin-form.tsx'
import styles from './wallet.module.css'

/**
 * Asks for the wallet's PIN over a payment, which stays below it. A person without a PIN, or who forgot it, sets one
 * here and pays with the same tap.
 */
export function PinSheet({
  wallet,
  amount_kobo,
  error,
  offline,
  isPaying,
  onPin,
  onClose,
}: PinSheetProps & { wallet: Wallet; amount_kobo: number }) {
  const [pin, setPin] = useState('')
  const [forgot, setForgot] = useState(false)
  const code = error instanceof CallError ? error.code : ''
  const hasNone = !wallet.has_pin || code === 'pin_missing'
  const sets = hasNone || forgot || code === 'pin_locked'
  const pays = `pay ${formatNaira(amount_kobo)}`
  return (
    <Dialog open title={hasNone ? 'Set a wallet PIN' : 'Pay from your wallet'} onClose={onClose}>
      {sets ? (
        <>
          <p className={styles.soft}>
            {hasNone
              ? `From ${formatNaira(pinFromKobo)} on, the wallet pays with this PIN only.`
              : 'Set a new PIN.'}
          </p>
          <PinForm
            wallet={{ ...wallet, has_pin: false }}
            action={`Set the PIN and ${pays}`}
            busy={isPaying}
            onSet={onPin}
          />
        </>
      ) : (
        <Form
          onSubmit={() => onPin(pin)}
          error={code === 'wrong_pin' ? null : error}
          offline={offline}
          action={
            <>
              <Button type="submit" kind="primary" wide busy={isPaying} disabled={pin.length < 4}>
                {pays.replace('p', 'P')}
              </Button>
              <Button kind="quiet" onClick={() => setForgot(true)}>
                I forgot the PIN
              </Button>
            </>
          }
        >
          <PinField
            label="Wallet PIN"
            value={pin}
            onChange={setPin}
            error={code === 'wrong_pin' ? 'This is not your wallet PIN.' : undefined}
          />
        </Form>
      )}
    </Dialog>
  )
}
