import { formatNaira } from '#contract/money'
import styles from './money.module.css'

/** Shows integer kobo as `₦12,500`. An unknown fare is displayed as unknown, never as ₦0. */
export function Money({ kobo }: { kobo: number | null }) {
  return (
    <span className={styles.money}>{kobo === null ? 'Fare not known' : formatNaira(kobo)}</span>
  )
}

/** The lines of a fare and, if there is one, their sum, with amounts aligned on the right. */
export function FareLines({
  lines,
  total_kobo,
  total_label = 'Total',
}: {
  lines: readonly { label: string; amount_kobo: number; quantity?: number; unit_kobo?: number }[]
  total_kobo?: number
  total_label?: string
}) {
  return (
    <dl className={styles.lines}>
      {lines.map((line) => (
        <div key={line.label}>
          <dt>
            {line.label}
            {line.quantity !== undefined && line.quantity > 1 && line.unit_kobo !== undefined && (
              <span className={styles.small}>
                {' '}
                {line.quantity} × {formatNaira(line.unit_kobo)}
              </span>
            )}
          </dt>
          <dd>
            <Money kobo={line.amount_kobo} />
          </dd>
        </div>
      ))}
      {total_kobo !== undefined && (
        <div className={styles.total}>
          <dt>{total_label}</dt>
          <dd>
            <Money kobo={total_kobo} />
          </dd>
        </div>
      )}
    </dl>
  )
}
