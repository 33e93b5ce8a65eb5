import { formatNaira } from '#contract/money'
import { minRedeemedPoints } from '#contract/rewards/rules'
import { minTopUpKobo, pinThresholdKobo } from '#contract/wallet/rules'
import { type FundsProps, MethodOption } from '#features/payments'
import { getRewardsQuery, ConvertPointsButton } from '#features/rewards'
import { useUser } from '#lib/session'
import { CheckField, FieldGroup } from '#ui/choices'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PinSheet } from './pin-sheet.tsx'
import { getWalletBalanceQuery } from './queries.ts'

/** The name of the wallet among the payers. */
const payer = 'wallet'

/** The wallet as a way to pay: the full price, or a part beside a company. With enough money, it is preselected. */
export function WalletFunds({ total_kobo, choice, children }: FundsProps) {
  const use = useWalletUse(total_kobo, choice)
  const { wallet, isLoading, pays_all, part_kobo } = use
  const amount_kobo = pays_all ? total_kobo : part_kobo
  return children({
    payer,
    isLoading,
    pays_all,
    amount_kobo,
    needs_pin: amount_kobo >= pinThresholdKobo,
    input: part_kobo > 0 ? { wallet_part_kobo: part_kobo } : {},
    offer: (onChoose) => <WalletOffer use={use} onChoose={onChoose} />,
    askForPin: (sheet) =>
      wallet && <PinSheet {...sheet} wallet={wallet} amount_kobo={amount_kobo} />,
  })
}

/** Returns how much of `total_kobo` the wallet pays. */
function useWalletUse(total_kobo: number, choice: string) {
  const user = useUser()
  const { data: wallet, isLoading } = useQuery({
    ...getWalletBalanceQuery,
    enabled: user !== undefined,
  })
  const [beside, setBeside] = useState(false)
  const there_kobo = user === undefined ? 0 : (wallet?.balance_kobo ?? 0)
  const covers = there_kobo > 0 && there_kobo >= total_kobo
  const pays_all = choice === payer || (choice === '' && covers)
  // A payment company does not accept less than the smallest top-up.
  const part_most_kobo = Math.max(0, Math.min(there_kobo, total_kobo - minTopUpKobo))
  return {
    wallet,
    isLoading,
    there_kobo,
    covers,
    pays_all,
    part_most_kobo,
    part_kobo: beside && !covers && !pays_all ? part_most_kobo : 0,
    beside,
    setBeside,
  }
}

/** Offers logged-in users their wallet as a method, alone or beside a company, and their points to add to it. */
function WalletOffer({
  use,
  onChoose,
}: {
  use: ReturnType<typeof useWalletUse>
  onChoose: (choice: string) => void
}) {
  const user = useUser()
  const rewards = useQuery({ ...getRewardsQuery, enabled: user !== undefined }).data
  const points = rewards?.points ?? 0
  if (user === undefined || (use.there_kobo <= 0 && points < minRedeemedPoints)) return null
  return (
    <FieldGroup label="Your wallet">
      {use.covers ? (
        <MethodOption
          id={payer}
          label="Wallet"
          hint={`${formatNaira(use.there_kobo)} is available. It pays at once.`}
          choice={use.pays_all ? payer : ''}
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
      <ConvertPointsButton points={points} />
    </FieldGroup>
  )
}
