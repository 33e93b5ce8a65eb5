import { formatNaira, parseNaira } from '#contract/money'
import { UnsentCard } from '#features/offline'
import { type OutboxItem, useOutbox } from '#lib/outbox'
import { useFuelStations } from './use-choice.ts'
import { fuelNames, isReportTooOld, formatSeenTime, makeFuelReportDraft } from './form-model.ts'
import styles from './fuel.module.css'

/** Renders nothing if all reports are sent. */
export function UnsentReports() {
  const items = useOutbox('fuel_report').filter(({ state }) => state !== 'sent')
  if (items.length === 0) return null
  return (
    <ul className={styles.unsent} aria-label="Your reports that are not sent yet">
      {items.map((item) => (
        <WaitingReport key={item.id} item={item} />
      ))}
    </ul>
  )
}

function WaitingReport({ item }: { item: OutboxItem }) {
  const { nameOf } = useFuelStations()
  const { station, place, state, fuel, price } = makeFuelReportDraft(item.input, false)
  return (
    <UnsentCard item={item} asks={isReportTooOld(item) ? lookAgain : undefined}>
      <p>
        <b>
          {formatNaira(parseNaira(price) ?? 0)} · {fuelNames[fuel]}, {nameOf(station)}
        </b>
        <br />
        {place === '' ? state : `${place}, ${state}`} ·{' '}
        {formatSeenTime(Date.parse(String(item.input['observed_at'])))}
      </p>
    </UnsentCard>
  )
}

const lookAgain = {
  words: 'More than a day old, so it was not sent. What is the price now?',
  act: 'Report a new price',
}
