import { formatNaira } from '#contract/money'
import { maxPinlessKoboPerDay, pinThresholdKobo } from '#contract/wallet/rules'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PinForm } from './pin-form.tsx'
import { getWalletBalanceQuery } from './queries.ts'
import styles from './wallet.module.css'

const back = { to: '/profile/wallet', label: 'Wallet' }

export function PinScreen() {
  const wallet = useQuery(getWalletBalanceQuery)
  const [isSet, setIsSet] = useState(false)
  return (
    <QueryResult query={wallet} back={back} title="Wallet PIN">
      {(data) => (
        <Page title="Wallet PIN" back={back} narrow>
          <p className={styles.soft}>{pinReason}</p>
          {isSet ? (
            <PinSetNotice />
          ) : (
            <Card label="PIN">
              <PinForm
                hasPin={data.has_pin}
                action={data.has_pin ? 'Change the PIN' : 'Set the PIN'}
                onSet={() => setIsSet(true)}
              />
            </Card>
          )}
        </Page>
      )}
    </QueryResult>
  )
}

const pinReason = `We ask for this PIN when you pay ${formatNaira(pinThresholdKobo)} or more from the wallet, or more than ${formatNaira(maxPinlessKoboPerDay)} in 24 hours, so that nobody else can spend much with your phone.`

function PinSetNotice() {
  return (
    <Notice
      tone="success"
      live="polite"
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
