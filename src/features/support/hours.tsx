import { formatCount } from '#contract/quantities'
import { describePriorityTrip, priorityTripHours, supportBusiness } from '#contract/support/rules'
import { serverNow } from '#lib/clock'
import { formatMoment, formatTime } from '#lib/format'
import { useUser } from '#lib/session'
import { Card } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { getDeskHoursQuery } from './queries.ts'
import styles from './conversation.module.css'

/**
 * Says whether somebody answers now, how soon, and who has priority. Unknown facts are omitted, such as the hours of an
 * operator.
 */
export function AnsweringHours({
  business_id = supportBusiness,
}: {
  business_id?: string | undefined
}) {
  const user = useUser()
  const { data } = useQuery({ ...getDeskHoursQuery(business_id), enabled: user !== undefined })
  if (data === undefined) return null
  const { hours, is_open, opens_at, answers_within, premium, is_passed_on, business_name } = data
  const now = is_open ? 'We are answering now' : 'Closed now'
  return (
    <Card label="When you get an answer">
      <h2>
        {is_passed_on
          ? passingOn(opens_at)
          : hours === null
            ? `${business_name} answers here`
            : now}
      </h2>
      {is_passed_on && <p>We ask {business_name} and write their answer here.</p>}
      {opens_at !== null && !is_passed_on && (
        <p>
          We answer again at {formatMoment(Date.parse(opens_at))}. Leave your message with the
          reference of your booking or parcel, so that we do not have to ask.
        </p>
      )}
      {answers_within !== null && (
        <p className={styles.soft}>
          Four of five were answered within {formatMinutes(answers_within)} this week.
        </p>
      )}
      <p className={styles.soft}>
        {premium === null
          ? `Premium support: if you travel within ${formatCount(priorityTripHours, 'hour')}, we answer you first. It is free.`
          : `You are answered before others, because your trip ${premium.reference} ${describePriorityTrip(Date.parse(premium.leaves_at), serverNow())}.`}
      </p>
    </Card>
  )
}

/** Returns a text that says when our staff pass on messages to a listed business. */
const passingOn = (opens_at: string | null) =>
  opens_at === null
    ? 'Our people pass it on now'
    : `Our people pass it on, from ${formatTime(Date.parse(opens_at))}`

/** `12 minutes`, `3 hours`. */
const formatMinutes = (count: number) =>
  count < 90 ? formatCount(count, 'minute') : formatCount(Math.round(count / 60), 'hour')
