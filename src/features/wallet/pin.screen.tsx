import { formatNaira } from '#contract/money'
import { pinFromKobo } from '#contract/wallet/rules'
import { localPath } from '#lib/local-path'
import { QueryResult } from '#ui/query-result'
import { ButtonLink } from '#ui/button'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { PinForm } from './pin-form.tsx'
import { getWalletBalanceQuery } from './queries.ts'
import styles from './wallet.module.css'

const back = { to: '/profile/wallet', label: 'Wallet' }

/** Sets or changes the PIN. `?next=` is the page to return to. */
export function PinScreen() {
  const wallet = useQuery(getWalletBalanceQuery)
  const [params] = useSearchParams()
  const next = localPath(params.get('next'))
  const navigate = useNavigate()
  const [isSet, setIsSet] = useState(false)
  return (
    <QueryResult query={wallet} back={back} title="Wallet PIN">
      {(data) => (
        <Page title="Wallet PIN" back={back} narrow>
          <p className={styles.soft}>{pinReason}</p>
          {isSet ? (
            <Done />
          ) : (
            <Card label="PIN">
              <PinForm
                wallet={data}
                action={data.has_pin ? 'Change the PIN' : 'Set the PIN'}
                onSet={() => {
                  setIsSet(true)
                  if (next !== undefined) void navigate(next, { replace: true })
                }}
              />
            </Card>
          )}
        </Page>
      )}
    </QueryResult>
  )
}

const pinReason = `We ask for this PIN when you pay ${formatNaira(pinFromKobo)} or more from the wallet, so that nobody else can spend much with your phone.`

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
