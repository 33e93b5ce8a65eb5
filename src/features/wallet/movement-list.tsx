import { formatNaira } from '#contract/money'
import type { WalletTransaction } from '#contract/wallet/model'
import { formatDayTime } from '#lib/format'
import { UnstyledButton } from '#ui/button'
import { FailureNotice } from '#ui/form'
import { EntryList, EntryRow } from '#ui/lists/entries'
import { useMutation } from '@tanstack/react-query'
import { Link } from '#ui/link'
import { downloadReceipt } from './queries.ts'
import styles from './wallet.module.css'

/** Movements with the balance after each. `receipts` adds links to the receipt and the booking. */
export function MovementList({
  movements,
  receipts = false,
}: {
  movements: readonly WalletTransaction[]
  receipts?: boolean
}) {
  return (
    <EntryList>
      {movements.map((one) => (
        <EntryRow
          key={one.id}
          title={one.words}
          amount={`${one.amount_kobo > 0 ? '+' : ''}${formatNaira(one.amount_kobo)}`}
          isIncome={one.amount_kobo > 0}
          at={one.created_at}
          when={formatDayTime(one.created_at)}
          note={`${formatNaira(one.balance_kobo)} left`}
        >
          {receipts && <MovementLinks movement={one} />}
        </EntryRow>
      ))}
    </EntryList>
  )
}

function MovementLinks({ movement }: { movement: WalletTransaction }) {
  const keeping = useMutation({ mutationFn: () => downloadReceipt(movement.id) })
  return (
    <>
      <div className={styles.doors}>
        <UnstyledButton
          className={styles.door}
          aria-label={`Receipt for ${movement.words}, ${formatDayTime(movement.created_at)}`}
          aria-busy={keeping.isPending}
          onClick={() => keeping.mutate()}
        >
          Receipt{keeping.isPending && '…'}
        </UnstyledButton>
        {movement.booking !== null && (
          <Link to={`/profile/trip?booking=${movement.booking}`} className={styles.door}>
            Booking
          </Link>
        )}
        {movement.invoice !== null && (
          <Link
            to={`/invoice-checkout?reference=${movement.invoice.split('-')[0]}`}
            className={styles.door}
          >
            Invoice
          </Link>
        )}
        {movement.parcel !== null && (
          <Link to={`/waybill/summary?parcel=${movement.parcel}`} className={styles.door}>
            Parcel
          </Link>
        )}
      </div>
      <FailureNotice
        error={keeping.error}
        offline="No network. You can get the receipt when you are online."
      />
    </>
  )
}
