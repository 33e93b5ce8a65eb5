import { formatNaira } from '#contract/money'
import { minRedeemedPoints } from '#contract/rewards/rules'
import { minTopUpKobo, pinFromKobo } from '#contract/wallet/rules'
import { type FundsProps, Method } from '#features/payments'
import { getRewardsQuery, ConvertPoints } from '#features/rewards'
import { CallError } from '#lib/api'
import { useUser } from '#lib/session'
import { ButtonLink } from '#ui/button'
import { CheckField, FieldGroup } from '#ui/choices'
import { Notice } from '#ui/notice'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getWalletBalanceQuery } from './queries.ts'
import { PinField } from './pin-field.tsx'

/** The name of the wallet among the payers. */
const payer = 'wallet'

/** The wallet as a way to pay: the full price, or a part beside a company. */
export function WalletFunds({ total_kobo, choice, children }: FundsProps) {
  const use = useWalletUse(total_kobo, choice)
  const { covers, from_wallet_kobo, pin_missing, input } = use
  return children({
    payer,
    covers,
    amount_kobo: from_wallet_kobo,
    pin_missing,
    input,
    offer: (form) => <WalletOffer {...{ ...form, use, choice }} />,
  })
}

/** Returns how much of `total_kobo` the wallet pays, and the input for that. */
function useWalletUse(total_kobo: number, choice: string) {
  const user = useUser()
  const wallet = useQuery({ ...getWalletBalanceQuery, enabled: user !== undefined }).data
  const [pin, setPin] = useState('')
  const [beside, setBeside] = useState(false)
  const there_kobo = user === undefined ? 0 : (wallet?.balance_kobo ?? 0)
  const covers = there_kobo > 0 && there_kobo >= total_kobo
  // A payment company does not accept less than the smallest top-up.
  const part_most_kobo = Math.max(0, Math.min(there_kobo, total_kobo - minTopUpKobo))
  const part_kobo = beside && !covers && choice !== payer ? part_most_kobo : 0
  const from_wallet_kobo = choice === payer ? total_kobo : part_kobo
  const is_large = from_wallet_kobo >= pinFromKobo
  return {
    there_kobo,
    part_most_kobo,
    covers,
    beside,
    setBeside,
    pin,
    setPin,
    is_large,
    from_wallet_kobo,
    pin_missing: is_large && wallet?.has_pin === false,
    input: {
      ...(part_kobo > 0 && { wallet_part_kobo: part_kobo }),
      ...(from_wallet_kobo > 0 && pin !== '' && { pin }),
    },
  }
}

const aboutPin = new Set(['pin_required', 'wrong_pin', 'pin_locked'])

/** Offers logged-in users their wallet as a method, alone or beside a company, and their points to add to it. */
function WalletOffer({
  use,
  error,
  choice,
  back,
  onChoose,
}: {
  use: ReturnType<typeof useWalletUse>
  error: Error | null
  choice: string
  /** The path to return to after the person has set a PIN. */
  back: string
  onChoose: (choice: string) => void
}) {
  const user = useUser()
  const rewards = useQuery({ ...getRewardsQuery, enabled: user !== undefined }).data
  const points = rewards?.points ?? 0
  if (user === undefined || (use.there_kobo === 0 && points < minRedeemedPoints)) return null
  const code = error instanceof CallError ? error.code : ''
  const pin_missing = use.pin_missing || code === 'pin_missing'
  return (
    <FieldGroup label="Your wallet">
      {use.covers ? (
        <Method
          id={payer}
          label="Wallet"
          hint={`${formatNaira(use.there_kobo)} is available. It pays at once.`}
          choice={choice}
          onChoose={onChoose}
        />
      ) : (
        use.part_most_kobo > 0 && (
          <CheckField
            label={`Use ${formatNaira(use.part_most_kobo)} of your wallet and pay the rest`}
            hint="Choose below how to pay the rest."
            checked={use.beside}
            onChange={use.setBeside}
          />
        )
      )}
      {use.from_wallet_kobo > 0 && pin_missing && (
        <Notice
          kind="mind"
          title="Set a wallet PIN first. It protects larger sums."
          actions={
            <ButtonLink to={pinPath(back)} kind="primary">
              Set a PIN
            </ButtonLink>
          }
        />
      )}
      {use.from_wallet_kobo > 0 && !pin_missing && (use.is_large || aboutPin.has(code)) && (
        <PinField
          label="Wallet PIN"
          value={use.pin}
          onChange={use.setPin}
          error={code === 'wrong_pin' ? 'This is not your wallet PIN.' : undefined}
        />
      )}
      {code === 'pin_locked' && <ButtonLink to={pinPath(back)}>Set a new PIN</ButtonLink>}
      <ConvertPoints points={points} />
    </FieldGroup>
  )
}

const pinPath = (back: string) => `/profile/wallet/pin?next=${encodeURIComponent(back)}`
