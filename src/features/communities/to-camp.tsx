import { latestCorpsArrival } from '#contract/communities/rules'
import { saleDays } from '#contract/sale'
import type { NyscCamp } from '#contract/communities/model'
import { passengerTypesQuery, PlaceChoiceField, useCityOptions } from '#features/lookups'
import { addDays, today } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { DayField } from '#ui/sheets/day-field'
import { Card } from '#ui/page'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from '#ui/link'
import styles from './communities.module.css'
import { stopoversQuery } from './nysc-queries.ts'

/**
 * A search, by city and date, for buses that arrive at the camp by daylight, and the cities in which the journey can be
 * broken.
 */
export function CampTripSearch({ camp: { city } }: { camp: NyscCamp }) {
  const [from, setFrom] = useState('')
  const [date, setDate] = useState(() => addDays(today(), 1))
  const cities = useCityOptions('starts')
  const search = (start: string, end: string, day = date) =>
    `/bookride?from=${start}&to=${end}&date=${day}&arrives_before=${latestCorpsArrival}`
  return (
    <Card label={`To ${city.name} before 6 pm`}>
      <h2>To {city.name} before 6 pm</h2>
      <PlaceChoiceField
        label="Where do you start?"
        name="from"
        value={from}
        empty="Choose a city"
        onChange={setFrom}
        options={cities.filter(({ value }) => value !== city.code)}
      />
      <DayField
        label="Which day?"
        name="date"
        value={date}
        max={addDays(today(), saleDays)}
        onChange={setDate}
      />
      {from !== '' && (
        <>
          <ButtonLink to={search(from, city.code)} kind="primary" wide>
            Buses that arrive before 6 pm
          </ButtonLink>
          <Stopovers from={from} to={city.code} date={date} search={search} />
        </>
      )}
      <CorpsFare />
    </Card>
  )
}

function Stopovers({
  from,
  to,
  date,
  search,
}: {
  from: string
  to: string
  /** The first day of the journey. */
  date: string
  search: (start: string, end: string, day?: string) => string
}) {
  const { data: stops } = useQuery(stopoversQuery(from, to))
  if (stops === undefined) return null
  if (stops.length === 0)
    return (
      <p className={styles.soft}>
        We do not know a city on this route where you could break the journey.
      </p>
    )
  return (
    <div>
      <h3>Too far for one day? Break the journey</h3>
      <ul className={styles.plain}>
        {stops.map(({ code, name }) => (
          <li key={code}>
            <b>{name}</b>: <Link to={search(from, code)}>there on the first day</Link>,{' '}
            <Link to={search(code, to, addDays(date, 1))}>on to camp</Link> the next.
          </li>
        ))}
      </ul>
    </div>
  )
}

/** How much less corps members pay, from the passenger types; null if there is no such type. */
function CorpsFare() {
  const corps = useQuery(passengerTypesQuery).data?.find(({ code }) => code === 'corps_member')
  if (corps === undefined) return null
  const less = 100 - corps.fare_percent
  return (
    <p>
      Choose <b>{corps.name}</b> when you enter who travels
      {less > 0 ? `: you pay ${less}% less of the base fare` : ''}. {corps.hint}.
    </p>
  )
}
