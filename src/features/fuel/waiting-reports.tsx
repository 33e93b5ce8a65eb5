import { naira } from '#contract/money'
import { loginPath } from '#lib/browser'
import { type OutboxItem, takeBack, useOutbox } from '#lib/outbox'
import { Button, ButtonAnchor, ButtonLink } from '#ui/button'
import { Card } from '#ui/page'
import { useStations } from './use-choice.ts'
import { fuelNames, isTooOld, koboOf, showSeen, writtenOf } from './written.ts'
import styles from './fuel.module.css'

/** What I reported and what is not sent yet. */
export function WaitingReports() {
  const items = useOutbox('fuel_report').filter(({ state }) => state !== 'sent')
  if (items.length === 0) return null
  return (
    <ul className={styles.unsent} aria-label="Your reports that are not sent yet">
      {items.map((item) => (
        <WaitingCard key={item.id} item={item} />
      ))}
    </ul>
  )
}

function WaitingCard({ item }: { item: OutboxItem }) {
  const { id, title, state, input, edit_path } = item
  const { nameOf } = useStations()
  const { station, place, state: where, fuel, price } = writtenOf(input, false)
  const isOld = isTooOld(item)
  return (
    <Card as="li" label={title}>
      <p className={styles.state} data-state={isOld ? 'needs_you' : state} role="status">
        {isOld ? 'More than a day old, so it was not sent. What is the price now?' : words(item)}
      </p>
      <p>
        <b>
          {naira(koboOf(price) ?? 0)} · {fuelNames[fuel]}, {nameOf(station)}
        </b>
        <br />
        {place === '' ? where : `${place}, ${where}`} ·{' '}
        {showSeen(Date.parse(String(input['observed_at'])))}
      </p>
      {state !== 'sending' && (
        <div className={styles.actions}>
          {state === 'sign_in' && <ButtonAnchor href={loginPath()}>Log in</ButtonAnchor>}
          <ButtonLink to={`${edit_path}?waiting=${id}`}>
            {isOld ? 'Look again' : 'Change'}
          </ButtonLink>
          <Button kind="harm" onClick={() => void takeBack(id)}>
            Delete
          </Button>
        </div>
      )}
    </Card>
  )
}

function words({ state, said }: OutboxItem): string {
  if (state === 'sending') return 'Being sent…'
  if (state === 'sign_in') return 'Log in, then it is sent'
  if (state === 'needs_you')
    return `Not sent: ${Object.values(said?.fields ?? {})[0] ?? said?.detail ?? 'look at it again'}`
  return 'Waiting to be sent'
}
