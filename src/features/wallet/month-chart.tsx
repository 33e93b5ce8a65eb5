import { formatNaira } from '#contract/money'
import type { WalletMonth } from '#contract/wallet/model'
import { formatDay } from '#lib/format'
import { VisuallyHidden } from '#ui/visually-hidden'
import styles from './wallet.module.css'

const high = 92
const step = 50

/** Formats `YYYY-MM` as `Nov 2026`. */
export const formatMonthShort = (month: string) => formatDay(`${month}-01`).slice(2)

/** Money in and out as bars by month. Also a table for screen readers. */
export function MonthChart({ months }: { months: readonly WalletMonth[] }) {
  const most = Math.max(1, ...months.flatMap((one) => [one.in_kobo, one.out_kobo]))
  const now = months.at(-1)
  const tall = (kobo: number) => (kobo === 0 ? 0 : Math.max(2, (kobo / most) * high))
  return (
    <figure className={styles.chart}>
      <svg viewBox={`0 0 ${months.length * step} ${high + 20}`} aria-hidden="true">
        {months.map((one, index) => (
          <g key={one.month} transform={`translate(${index * step} 0)`}>
            <Bar x={9} tall={tall(one.in_kobo)} className={styles.in} />
            <Bar x={26} tall={tall(one.out_kobo)} className={styles.out} />
            <text x={step / 2} y={high + 15} textAnchor="middle">
              {formatMonthShort(one.month).slice(0, 3)}
            </text>
          </g>
        ))}
        <path className={styles.ground} d={`M0 ${high + 0.5}h${months.length * step}`} />
      </svg>
      {now !== undefined && (
        <figcaption className={styles.legend}>
          <span>
            <Mark className={styles.in} /> {formatNaira(now.in_kobo)} in
          </span>
          <span>
            <Mark className={styles.out} /> {formatNaira(now.out_kobo)} out
          </span>
          <span className={styles.soft}>in {formatMonthShort(now.month)}</span>
        </figcaption>
      )}
      <VisuallyHidden as="div">
        <table>
          <caption>Money in and out by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">In</th>
              <th scope="col">Out</th>
            </tr>
          </thead>
          <tbody>
            {months.map((one) => (
              <tr key={one.month}>
                <th scope="row">{formatMonthShort(one.month)}</th>
                <td>{formatNaira(one.in_kobo)}</td>
                <td>{formatNaira(one.out_kobo)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </figure>
  )
}

type Class = string | undefined

function Bar({ x, tall, className }: { x: number; tall: number; className: Class }) {
  return <rect x={x} y={high - tall} width="15" height={tall} rx="2" className={className} />
}

function Mark({ className }: { className: Class }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <rect width="12" height="12" rx="3" className={className} />
    </svg>
  )
}
