import type { NyscBatch, NyscCamp } from '#contract/communities/model'
import { formatDay } from '#lib/format'
import { QueryResult } from '#ui/query-result'
import { ButtonAnchor, ButtonLink } from '#ui/button'
import { SelectField } from '#ui/fields'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { RouteMap } from '#ui/pictures/route-map'
import { QueryResultGroup } from '#ui/lists/query-result-group'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import styles from './communities.module.css'
import { batchesQuery, campsQuery } from './nysc-queries.ts'
import { CampTripSearch } from './to-camp.tsx'

/** A camp, at `/nysc?camp=`: how to get there by daylight, a packing list, and other members. */
export function NyscScreen() {
  const camps = useQuery(campsQuery)
  const batches = useQuery(batchesQuery)
  const [params, setParams] = useSearchParams()
  const choose = (camp: string) => setParams(camp === '' ? {} : { camp }, { replace: true })
  return (
    <QueryResultGroup queries={[camps, batches]} title="NYSC camps">
      <Page
        title="NYSC camps"
        under="Find your orientation camp and others who travel there. NYSC tells corps members not to travel at night: get there before dark."
        aside={<Batches />}
      >
        <QueryResult query={camps} waiting={<div className={styles.country} aria-busy="true" />}>
          {(all) => {
            const camp = all.find(({ code }) => code === params.get('camp'))
            return (
              <>
                <SelectField
                  label="Which state are you posted to?"
                  name="camp"
                  value={camp?.code ?? ''}
                  empty="Choose a state"
                  onChange={choose}
                  options={all.map(({ code, state }) => ({ value: code, label: state }))}
                />
                <RouteMap
                  label={
                    camp === undefined
                      ? 'The cities nearest to the 37 camps on the map of Nigeria'
                      : `${camp.city.name}, the city nearest to the camp of ${camp.state}, on the map of Nigeria`
                  }
                  points={all.map(({ code, city }) => ({ ...city, is_named: code === camp?.code }))}
                />
                {camp !== undefined && <Camp key={camp.code} camp={camp} />}
              </>
            )
          }}
        </QueryResult>
        <ByDaylight />
        <Documents />
      </Page>
    </QueryResultGroup>
  )
}

function Camp({ camp }: { camp: NyscCamp }) {
  const { state, place, also_listed, city, parks, group, source, known_on } = camp
  return (
    <>
      <Card label={`Camp of ${state}`}>
        <h2>{state} camp</h2>
        <p>
          <b>{place}</b>
        </p>
        <Notice tone="warning" title="Confirm on your call-up letter.">
          {also_listed === null
            ? 'Camps move at short notice. The letter decides, not this list.'
            : `Other lists have this camp at ${also_listed}. Only your letter says which is right.`}
        </Notice>
        <p className={styles.soft}>
          {source}, as of {formatDay(known_on)}. Nearest city with buses: {city.name}.
        </p>
        <ButtonRow>
          <ButtonAnchor
            href={`geo:${city.latitude},${city.longitude}?q=${encodeURIComponent(`NYSC camp ${place}`)}`}
          >
            Open in your map
          </ButtonAnchor>
          <ButtonLink to={`/community/${group}`}>Travel with others</ButtonLink>
        </ButtonRow>
      </Card>
      <CampTripSearch camp={camp} />
      <Card label="Motor parks">
        <h2>Motor parks in {city.name}</h2>
        {parks.length === 0 && (
          <p>We have no park there yet. Ask for {city.name} at your motor park.</p>
        )}
        <ul className={styles.plain}>
          {parks.map(({ code, name, address }) => (
            <li key={code}>
              <b>{name}</b>
              <br />
              {address}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}

function Batches() {
  const batches = useQuery(batchesQuery)
  return (
    <Card label="Batches and dates">
      <h2>Batches and dates</h2>
      <QueryResult query={batches}>
        {(all) => (
          <ul className={styles.plain}>
            {all.map((batch) => (
              <Batch key={batch.code} batch={batch} />
            ))}
          </ul>
        )}
      </QueryResult>
    </Card>
  )
}

function Batch({
  batch: { name, camp_from, camp_to, note, source, known_on },
}: {
  batch: NyscBatch
}) {
  return (
    <li>
      <b>{name}</b>
      <br />
      {camp_from !== null && camp_to !== null && (
        <>
          In camp {formatDay(camp_from)} to {formatDay(camp_to)}.
          <br />
        </>
      )}
      <small className={styles.soft}>
        {camp_from === null ? note : `${note} ${source}, read ${formatDay(known_on)}.`}
      </small>
    </li>
  )
}

const ByDaylight = () => (
  <Card label="No night travel">
    <h2>No night travel</h2>
    <ul className={styles.dots}>
      <li>If 6 pm comes before your stop, break the journey and go on in the morning.</li>
      <li>Sleep at a military or police barracks, an NYSC secretariat or a corps lodge.</li>
      <li>Share your trip with somebody at home, from your ticket.</li>
    </ul>
  </Card>
)

const documents = [
  'Call-up letter, not laminated, and copies of it',
  'Statement of result or certificate, original and copies',
  'School ID card',
  '10 passport photos on a white background',
  'Medical certificate of fitness from a government or military hospital',
]

const Documents = () => (
  <Card label="What to bring">
    <h2>What to bring</h2>
    <ul className={styles.dots}>
      {documents.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
    <p className={styles.soft}>Your call-up letter has the list that counts.</p>
  </Card>
)
