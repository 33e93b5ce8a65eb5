import { formatCount } from '#contract/quantities'
import type { FuelWeek } from '#contract/fuel/model'
import { formatNaira } from '#contract/money'
import { formatDayShort } from '#lib/format'
import { VisuallyHidden } from '#ui/visually-hidden'
import styles from './fuel.module.css'

const [wide, high, left, top] = [320, 96, 8, 18]
const week_ms = 7 * 86_400_000

/**
 * Median prices by week as a line, with the highest and the lowest week labelled, and a table for screen readers. Null
 * for fewer than two weeks.
 */
export function PriceTrend({ weeks, about }: { weeks: readonly FuelWeek[]; about: string }) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined || weeks.length < 2) return null
  const points = pointsOf(weeks)
  const most = points.reduce((a, b) => (b.y < a.y ? b : a))
  const least = points.reduce((a, b) => (b.y > a.y ? b : a))
  return (
    <figure className={styles.trend}>
      <figcaption>
        <h2>Week by week</h2>
        <p>{describeTrend(first, last)}</p>
      </figcaption>
      <svg viewBox={`0 0 ${wide} ${top + high + 38}`} aria-hidden="true">
        <path className={styles.ground} d={`M0 ${top + high + 18.5}h${wide}`} />
        <polyline
          className={styles.line}
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        />
        {points.map(({ x, y, week }) => (
          <circle
            key={week}
            cx={x}
            cy={y}
            r={week === last.week ? 5 : 2.5}
            className={week === last.week ? styles.now : styles.dot}
          />
        ))}
        <Figure {...most} dy={-9} />
        {least.y !== most.y && <Figure {...least} dy={18} />}
        <text x="0" y={top + high + 34}>
          {shortDay(first.week)}
        </text>
        <text x={wide} y={top + high + 34} textAnchor="end">
          {shortDay(last.week)}
        </text>
      </svg>
      <Figures weeks={weeks} title={`${about}, week by week`} />
    </figure>
  )
}

interface Point {
  x: number
  y: number
  week: string
  price_kobo: number
}

function pointsOf(weeks: readonly FuelWeek[]): Point[] {
  const times = weeks.map(({ week }) => Date.parse(week))
  const prices = weeks.map(({ price_kobo }) => price_kobo)
  const [start, end] = [Math.min(...times), Math.max(...times)]
  const [lowest, highest] = [Math.min(...prices), Math.max(...prices)]
  return weeks.map(({ week, price_kobo }) => ({
    week,
    price_kobo,
    x: round(left + ((Date.parse(week) - start) / (end - start)) * (wide - 2 * left)),
    y: round(top + high * (1 - (price_kobo - lowest) / Math.max(1, highest - lowest))),
  }))
}

const round = (value: number) => Math.round(value * 10) / 10
const shortDay = (day: string) => formatDayShort(day, false).slice(4)

/** The label of a price above or below its point: centred there, but near an edge it begins or ends at the point. */
function Figure({ x, y, dy, price_kobo }: Point & { dy: number }) {
  const anchor = x < 40 ? 'start' : x > wide - 40 ? 'end' : 'middle'
  return (
    <text x={x} y={y + dy} textAnchor={anchor} className={styles.figure}>
      {formatNaira(price_kobo)}
    </text>
  )
}

/**
 * `₦869, ₦31 more than 11 weeks ago.` It must fit on one line: a larger text would count as the largest contentful
 * paint of the page, which would then be late.
 */
function describeTrend(first: FuelWeek, last: FuelWeek): string {
  const change = last.price_kobo - first.price_kobo
  const weeks = Math.round((Date.parse(last.week) - Date.parse(first.week)) / week_ms)
  const before = `${formatCount(weeks, 'week')} ago`
  const than =
    change === 0
      ? `the same as ${before}`
      : `${formatNaira(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${before}`
  return `${formatNaira(last.price_kobo)}, ${than}.`
}

function Figures({ weeks, title }: { weeks: readonly FuelWeek[]; title: string }) {
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Typical price</th>
            <th scope="col">Reports</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ week, price_kobo, reports }) => (
            <tr key={week}>
              <th scope="row">{shortDay(week)}</th>
              <td>{formatNaira(price_kobo)}</td>
              <td>{reports}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
