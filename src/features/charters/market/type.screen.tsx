import { charterDaysAhead, maxCharterTravellers, occasions } from '#contract/charters/rules'
import { parseCount } from '#contract/quantities'
import { charterLabels, FieldRow } from '#features/charters'
import { PlaceChoiceField, useCityOptions } from '#features/lookups'
import { addDays, today } from '#lib/format'
import { ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { DayField } from '#ui/sheets/day-field'
import { TextField } from '#ui/fields'
import { ButtonRow } from '#ui/notice'
import { Card, Page } from '#ui/page'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { useState } from 'react'
import styles from './market.module.css'

const purposes = [
  { value: 'round_trip', label: 'There and back' },
  { value: 'one_way', label: 'One way' },
  { value: 'days', label: 'A vehicle for a day or more' },
  ...occasions
    .filter((one) => one !== 'other')
    .map((value) => ({ value, label: charterLabels.occasion[value] })),
] as const

/**
 * Asks for the purpose of a charter, at `/charter-type`. What is entered here is passed to the next screen in the URL.
 */
export function CharterTypeScreen() {
  const [purpose, setPurpose] = useState('')
  return (
    <Page title="Charter a vehicle" under="With its driver, for your own group." narrow>
      <div className={styles.fleet}>
        <VehicleDrawing type="sienna" />
        <VehicleDrawing type="hiace" />
        <VehicleDrawing type="coach" />
      </div>
      <ButtonLink to="/charter-airport" wide>
        Airport pick-up or drop-off
      </ButtonLink>
      <Card label="What is it for?">
        <ChoiceField
          label="What is it for?"
          hint="Choose the kind of trip, or the occasion."
          name="purpose"
          value={purpose}
          onChange={setPurpose}
          options={purposes}
        />
      </Card>
      <CharterStartForm purpose={purpose} />
      <ButtonLink to="/profile/charters" kind="quiet">
        My charters and requests
      </ButtonLink>
    </Page>
  )
}

const noneYet = { city: '', to: '', date: '', seats: '' }

/** Optional fields for places, days and travellers, and links to the two ways to hire a vehicle. */
function CharterStartForm({ purpose }: { purpose: string }) {
  const cities = useCityOptions()
  const [known, setKnown] = useState(noneYet)
  const write = (part: Partial<typeof noneYet>) => setKnown((before) => ({ ...before, ...part }))
  const travellers = parseCount(known.seats)
  const isCount = travellers >= 1 && travellers <= maxCharterTravellers
  const isOccasion = occasions.some((one) => one === purpose)
  const search = new URLSearchParams(
    Object.entries({
      ...known,
      seats: isCount ? String(travellers) : '',
      kind: isOccasion ? '' : purpose,
      occasion: isOccasion ? purpose : '',
    }).filter(([, value]) => value !== ''),
  )
  return (
    <Card label="Where and when">
      <h2>Where and when?</h2>
      <FieldRow short>
        <PlaceChoiceField
          label="Starts in"
          optional
          value={known.city}
          any="Any city"
          onChange={(city) => write({ city })}
          options={cities}
        />
        <PlaceChoiceField
          label="Goes to"
          optional
          value={known.to}
          any="Any city"
          onChange={(to) => write({ to })}
          options={cities}
        />
      </FieldRow>
      <FieldRow>
        <DayField
          label="First day"
          optional
          max={addDays(today(), charterDaysAhead)}
          value={known.date}
          onChange={(date) => write({ date })}
        />
        <TextField
          label="Travellers"
          optional
          inputMode="numeric"
          value={known.seats}
          error={
            known.seats.trim() === '' || isCount
              ? undefined
              : `Enter a number from 1 to ${maxCharterTravellers}.`
          }
          onChange={(seats) => write({ seats })}
        />
      </FieldRow>
      <ButtonRow wide>
        <ButtonLink to={`/charter-marketplace?${search}`} kind="primary">
          See vehicles and prices
        </ButtonLink>
        <ButtonLink to={`/charter-request?${search}`}>Ask operators for offers</ButtonLink>
      </ButtonRow>
      <p className={styles.soft}>
        Book at the listed price, or say what you need. Operators answer with a vehicle and a price.
      </p>
    </Card>
  )
}
