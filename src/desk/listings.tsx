import { decideListing, listPendingListings } from '#contract/businesses/endpoints'
import { DecisionInput, oneWords, type PendingListing } from '#contract/businesses/model'
import { call } from '#lib/api'
import { showMoment, showPhone } from '#lib/format'
import { hoursWords } from '#contract/businesses/hours'
import { useForm } from '#lib/use-form'
import { Answer } from '#ui/answer'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Actions } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import own from './decisions.module.css'
import styles from './desk.module.css'
import { Fact, Facts } from './facts.tsx'
import { type Done, Outcome } from './outcome.tsx'

const listingsQuery = queryOptions({
  queryKey: ['listings'],
  queryFn: ({ signal }) => call(listPendingListings, { per_page: 100 }, { signal }),
})

/** Businesses that ask to be listed, the longest waiting first. */
export function Listings() {
  const query = useQuery(listingsQuery)
  const [done, setDone] = useState<Done>()
  return (
    <div className={styles.column}>
      <h1 className={styles.title}>Businesses</h1>
      <p className={styles.soft}>Call each of them within two working days, then decide.</p>
      <Outcome done={done} />
      <Answer query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <p className={styles.soft}>No businesses are waiting.</p>}
            <ul className={styles.things}>
              {data.map((one) => (
                <Listing key={one.id} listing={one} onDone={(words) => setDone({ words })} />
              ))}
            </ul>
            {meta.total > data.length && (
              <p className={styles.soft}>
                {data.length} of {meta.total}. Decide some to see the rest.
              </p>
            )}
          </>
        )}
      </Answer>
    </div>
  )
}

function Listing({
  listing,
  onDone,
}: {
  listing: PendingListing
  onDone: (words: string) => void
}) {
  const { name, category, about, address, city, park, phone, hours, asked_at } = listing
  return (
    <Card as="li" label={name}>
      <div>
        <h2 className={own.name}>{name}</h2>
        <p className={styles.soft}>
          {oneWords[category]} · {placeOf(city)} · {showMoment(Date.parse(asked_at))}
        </p>
      </div>
      <p className={styles.words}>{about}</p>
      <Facts>
        <Fact name="Phone">
          <a href={`tel:${phone}`}>{showPhone(phone)}</a>
        </Fact>
        <Fact name="Address">{address}</Fact>
        {park !== null && <Fact name="Motor park">{park.name}</Fact>}
        <Fact name="Open">{hoursWords(hours)}</Fact>
      </Facts>
      <Decision listing={listing} onDone={onDone} />
    </Card>
  )
}

const placeOf = ({ name, state }: PendingListing['city']) =>
  name === state ? name : `${name}, ${state}`

function Decision({
  listing: { id, name },
  onDone,
}: {
  listing: PendingListing
  onDone: (words: string) => void
}) {
  const client = useQueryClient()
  const isListed = useRef(true)
  const [words, setWords] = useState('')
  const form = useForm(DecisionInput, {
    typed: { value: words },
    read: (typed) => ({
      id,
      decision: isListed.current ? 'list' : 'refuse',
      ...(typed.trim() !== '' && !isListed.current && { words: typed }),
    }),
    send: (input, key) => call(decideListing, input, { key }),
    done: async ({ state }) => {
      await client.invalidateQueries(listingsQuery)
      onDone(state === 'listed' ? `${name} is listed.` : `${name} is not listed.`)
    },
  })
  const decide = (list: boolean) => () => {
    isListed.current = list
    form.submit()
  }
  return (
    <Form
      onSubmit={() => undefined}
      error={form.error}
      action={
        <Actions>
          <Button busy={form.isSending} onClick={decide(true)}>
            List it
          </Button>
          <Button kind="harm" busy={form.isSending} onClick={decide(false)}>
            Do not list
          </Button>
        </Actions>
      }
    >
      <TextField
        label="Why it is not listed"
        hint="The person who asked reads this."
        optional
        value={words}
        maxLength={200}
        onChange={setWords}
        error={form.errors['words']}
      />
    </Form>
  )
}
