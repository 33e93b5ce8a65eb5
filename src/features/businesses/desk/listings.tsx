import { decideListing, listPendingListings } from '#contract/businesses/endpoints'
import { ListingDecisionInput, type PendingListing } from '#contract/businesses/model'
import { businessCategoryLabels, describeHours } from '#contract/businesses/rules'
import { call } from '#lib/api'
import { formatPhone } from '#contract/phone'
import { formatMoment } from '#lib/format'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button } from '#ui/button'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'
import { CardList, DeskPage, MutedText, WrittenText } from '#ui/desk/page'
import { FactList } from '#ui/facts'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { Card } from '#ui/page'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import styles from './listings.module.css'

const listingsQuery = queryOptions({
  queryKey: ['listings'],
  queryFn: ({ signal }) => call(listPendingListings, { per_page: 100 }, { signal }),
})

/** At most a hundred businesses that ask to be listed, the one that has waited longest first. */
export function ListingsScreen() {
  const query = useQuery(listingsQuery)
  const { outcome, setOutcome } = useOutcome(query.data?.data.map(({ id }) => id))
  return (
    <DeskPage title="Businesses">
      <MutedText>Call each of them within two working days, then decide.</MutedText>
      <OutcomeNotice outcome={outcome} />
      <QueryResult query={query}>
        {({ data, meta }) => (
          <>
            {data.length === 0 && <MutedText>No businesses are waiting.</MutedText>}
            <CardList>
              {data.map((one) => (
                <ListingCard key={one.id} listing={one} onOutcome={setOutcome} />
              ))}
            </CardList>
            {meta.total > data.length && (
              <MutedText>
                {data.length} of {meta.total}. Decide some to see the rest.
              </MutedText>
            )}
          </>
        )}
      </QueryResult>
    </DeskPage>
  )
}

interface Props {
  listing: PendingListing
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function ListingCard({ listing, onOutcome }: Props) {
  const { name, category, about, address, city, park, phone, hours, asked_at } = listing
  const callLink = <a href={`tel:${phone}`}>{formatPhone(phone)}</a>
  return (
    <Card as="li" label={name}>
      <div>
        <h2 className={styles.name}>{name}</h2>
        <MutedText>
          {businessCategoryLabels[category]} · {cityAndState(city)} ·{' '}
          {formatMoment(Date.parse(asked_at))}
        </MutedText>
      </div>
      <WrittenText>{about}</WrittenText>
      <FactList
        facts={[
          ['Phone', callLink],
          ['Address', address],
          ['Motor park', park?.name],
          ['Open', describeHours(hours)],
        ]}
      />
      <Decision listing={listing} onOutcome={onOutcome} />
    </Card>
  )
}

const cityAndState = ({ name, state }: PendingListing['city']) =>
  name === state ? name : `${name}, ${state}`

function Decision({ listing: { id, name }, onOutcome }: Props) {
  const client = useQueryClient()
  const isListed = useRef(true)
  const [words, setWords] = useState('')
  const form = useForm(ListingDecisionInput, {
    draft: { value: words },
    read: (text) => ({
      id,
      decision: isListed.current ? 'list' : 'refuse',
      ...(text.trim() !== '' && !isListed.current && { words: text }),
    }),
    send: (input, key) => call(decideListing, input, { key }),
    done: async ({ state }) => {
      await client.invalidateQueries(listingsQuery)
      onOutcome({ text: state === 'listed' ? `${name} is listed.` : `${name} is not listed.` })
    },
    // Another member has decided.
    afterRefusal: () => client.invalidateQueries(listingsQuery),
  })
  useRefusalOutcome(id, { error: form.error, isPending: form.isSending }, onOutcome)
  const decide = (list: boolean) => () => {
    isListed.current = list
    form.submit()
  }
  return (
    <Form
      onSubmit={() => undefined}
      error={form.error}
      action={
        <ButtonRow>
          <Button busy={form.isSending} onClick={decide(true)}>
            List it
          </Button>
          <Button kind="danger" busy={form.isSending} onClick={decide(false)}>
            Do not list
          </Button>
        </ButtonRow>
      }
    >
      <TextField
        label="Why it is not listed"
        hint="Needed if you do not list it. The person who asked reads this."
        value={words}
        maxLength={200}
        onChange={setWords}
        error={form.errors['words']}
      />
    </Form>
  )
}
