import { formatNaira } from '#contract/money'
import type { Wallet } from '#contract/wallet/model'
import { pinThresholdKobo } from '#contract/wallet/rules'
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
  const [isNew, setIsNew] = useState(!wallet.has_pin)
  const refusal = error instanceof CallError ? error : undefined
  const code = refusal?.code ?? ''
  const setsPin = isNew || code === 'pin_missing' || code === 'pin_locked'
  const price = formatNaira(amount_kobo)
  return (
    <Dialog open title={setsPin ? 'Set a wallet PIN' : 'Pay from your wallet'} onClose={onClose}>
      {setsPin ? (
        <>
          <p className={styles.soft}>
            {code === 'pin_missing'
              ? refusal?.detail
              : `From ${formatNaira(pinThresholdKobo)} on, the wallet pays with this PIN only.`}
          </p>
          <PinForm
            hasPin={false}
            action={`Set the PIN and pay ${price}`}
            busy={isPaying}
            onSet={(made) => {
              // From now on the PIN is in the field: if the payment gets no answer, a tap repeats it with the same PIN.
              setIsNew(false)
              setPin(made)
              onPin(made)
            }}
          />
        </>
      ) : (
        <Form
          onSubmit={() => onPin(pin)}
          error={error}
          offline={offline}
          action={
            <>
              <Button type="submit" kind="primary" wide busy={isPaying} disabled={pin.length < 4}>
                Pay {price}
              </Button>
              <Button kind="quiet" onClick={() => setIsNew(true)}>
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
