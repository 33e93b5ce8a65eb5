import { ListingInput, type MyListing } from '#contract/businesses/model'
import { businessCategories, dayNames, formatMinute } from '#contract/businesses/rules'
import { productLinks } from '#contract/product'
import { PlaceChoiceField, useCityOptions } from '#features/lookups'
import { useDraft } from '#lib/drafts'
import { useUser } from '#lib/session'
import { useForm } from '#lib/use-form'
import { QueryResult } from '#ui/query-result'
import { Button, ButtonAnchor } from '#ui/button'
import { CheckField, FieldGroup } from '#ui/choices'
import { AreaField, PhoneField, SelectField, TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Notice } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from '#ui/link'
import styles from './businesses.module.css'
import { listMyListingsQuery, submitListing } from './queries.ts'
import { categoryLabels } from './labels.ts'

const empty = {
  name: '',
  category: '',
  about: '',
  address: '',
  city: '',
  phone: '',
  days: [0, 1, 2, 3, 4, 5] as number[],
  opens: '480',
  closes: '1080',
}
type ListingForm = typeof empty

/** Submits a business, at `/businesses/list-yours`, and shows the state of earlier submissions. */
export function ListBusinessScreen() {
  const user = useUser()
  const mine = useQuery({ ...listMyListingsQuery, enabled: user !== undefined })
  const [round, setRound] = useState(0)
  return (
    <Page
      title="List your business"
      under="Free for anyone who serves travellers around a motor park. We call you before it appears, within two working days."
      back={{ to: '/businesses', label: 'Businesses' }}
      narrow
    >
      {user !== undefined && (
        <QueryResult query={mine}>
          {(listings) => listings.map((one) => <SubmittedListings key={one.id} listing={one} />)}
        </QueryResult>
      )}
      <Card>
        <ListingForm key={round} again={() => setRound(round + 1)} />
      </Card>
      <Notice
        title="Do you run buses?"
        actions={
          <ButtonAnchor href={productLinks.operator_portal} target="_blank">
            Operator portal
          </ButtonAnchor>
        }
      >
        Operators sell seats through their own portal.
      </Notice>
    </Page>
  )
}

function SubmittedListings({ listing: { name, state, code, words } }: { listing: MyListing }) {
  if (state === 'listed')
    return (
      <Notice tone="success" title={`${name} is listed.`}>
        <Link to={`/businesses/${code}`}>See its page</Link>
      </Notice>
    )
  if (state === 'refused')
    return (
      <Notice tone="warning" title={`${name} is not listed.`}>
        {words}
      </Notice>
    )
  return <Notice title={`${name} is waiting for our call.`} />
}

function useListing() {
  const queries = useQueryClient()
  const draft = useDraft<ListingForm>('list-business', empty)
  const form = useForm(ListingInput, {
    draft,
    read: ({ days, opens, closes, ...rest }) => ({
      ...rest,
      hours: {
        days,
        ...timesOf(Number(opens), Number(closes)),
      },
    }),
    faults: ({ category, city }) => ({
      ...(category === '' && { category: 'Choose what it is.' }),
      ...(city === '' && { city: 'Choose a city.' }),
    }),
    send: submitListing,
    done: () => queries.invalidateQueries({ queryKey: listMyListingsQuery.queryKey }),
  })
  const write = (part: Partial<ListingForm>) => draft.change((before) => ({ ...before, ...part }))
  return { draft, form, write }
}

/**
 * Returns the times in minutes after midnight. A closing time before the opening time is on the next day. Equal times
 * mean the whole day.
 */
function timesOf(opens: number, closes: number) {
  if (opens === closes) return { opens: 0, closes: 1440 }
  return { opens, closes: closes < opens ? closes + 1440 : closes }
}

const halfHours = Array.from({ length: 48 }, (_, index) => ({
  value: String(index * 30),
  label: formatMinute(index * 30),
}))

/** The form, and the thanks in its place once it was sent. `again` shows an empty form. */
function ListingForm({ again }: { again: () => void }) {
  const { draft, form, write } = useListing()
  const cities = useCityOptions('starts')
  const { name, category, about, address, city, phone } = draft.value
  const { errors } = form
  if (form.isDone) return <ThanksNotice again={again} />
  return (
    <Form
      onSubmit={form.submit}
      onBlur={draft.flush}
      watch={form.watch}
      error={form.error}
      offline="No network. What you wrote stays here; send it when the network is back."
      action={
        <Button type="submit" kind="primary" wide busy={form.isSending}>
          Ask us to list it
        </Button>
      }
    >
      <TextField
        label="Name of the business"
        value={name}
        maxLength={80}
        error={errors['name']}
        onChange={(text) => write({ name: text })}
      />
      <SelectField
        label="What is it?"
        value={category}
        empty="Choose one"
        error={errors['category']}
        onChange={(value) => write({ category: value })}
        options={businessCategories.map((one) => ({ value: one, label: categoryLabels[one] }))}
      />
      <PlaceChoiceField
        label="City"
        value={city}
        empty="Choose a city"
        error={errors['city']}
        onChange={(value) => write({ city: value })}
        options={cities}
      />
      <TextField
        label="Address"
        hint="Street, and which motor park is near"
        value={address}
        maxLength={160}
        error={errors['address']}
        onChange={(text) => write({ address: text })}
      />
      <PhoneField
        label="Phone"
        hint="For calls from us and from travellers"
        value={phone}
        error={errors['phone']}
        onChange={(text) => write({ phone: text })}
      />
      <HoursFields value={draft.value} errors={errors} write={write} />
      <AreaField
        label="What do you offer?"
        rows={4}
        maxLength={600}
        value={about}
        error={errors['about']}
        onChange={(text) => write({ about: text })}
      />
    </Form>
  )
}

/** Takes over the focus of the form's button, which has disappeared. */
function ThanksNotice({ again }: { again: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <Notice
        tone="success"
        live="polite"
        title="Thank you. We will call you."
        actions={<Button onClick={again}>List another business</Button>}
      />
    </div>
  )
}

function HoursFields({
  value: { days, opens, closes },
  errors,
  write,
}: {
  value: ListingForm
  errors: Record<string, string>
  write: (part: Partial<ListingForm>) => void
}) {
  const turn = (day: number, on: boolean) =>
    write({
      days: on ? [...days, day].toSorted((a, b) => a - b) : days.filter((one) => one !== day),
    })
  return (
    <>
      <FieldGroup label="Open on" error={errors['hours.days']}>
        <div className={styles.days}>
          {dayNames.map((name, day) => (
            <CheckField
              key={name}
              label={name}
              checked={days.includes(day)}
              onChange={(on) => turn(day, on)}
            />
          ))}
        </div>
      </FieldGroup>
      <SelectField
        label="Opens"
        value={opens}
        error={errors['hours.opens']}
        onChange={(value) => write({ opens: value })}
        options={halfHours}
      />
      <SelectField
        label="Closes"
        hint="Open day and night? Choose the opening time again"
        value={closes}
        error={errors['hours.closes']}
        onChange={(value) => write({ closes: value })}
        options={halfHours}
      />
    </>
  )
}
