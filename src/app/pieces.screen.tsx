import { Button, ButtonLink } from '#ui/button'
import { ChoiceField } from '#ui/choices'
import { SelectField, TextField } from '#ui/fields'
import { FareLines } from '#ui/money'
import { ButtonRow, Notice } from '#ui/notice'
import { Card, Page, Skeleton, Steps } from '#ui/page'
import { emptyStatePictures, EmptyState } from '#ui/pictures/empty'
import { CompanyLogo } from '#ui/pictures/company-logo'
import { MethodLogo, ProviderLogo } from '#ui/pictures/provider'
import { VehicleDrawing } from '#ui/pictures/vehicle'
import { ProgressBar } from '#ui/progress'
import { SuccessHeading } from '#ui/success'
import { RatingField } from '#ui/mantine/rating-field'
import { TripLine } from '#ui/pictures/trip-line'
import { useState } from 'react'

const days = ['Today', 'Tomorrow', 'Friday']
const names = ['Iroko Transit', 'Harmattan Lines', 'Ogene Luxury', 'Udala Motors']
const vehicles = ['saloon', 'suv', 'sienna', 'hiace-15', 'coaster', 'coach-59']

const trip = {
  from: { city: { name: 'Lagos' }, park: { name: 'Jibowu' } },
  to: { city: { name: 'Abuja' }, park: { name: 'Utako' } },
  departs_at: '2026-11-25T06:00:00Z',
  arrives_at: '2026-11-25T17:30:00Z',
  duration_minutes: 690,
  zone: 'Africa/Lagos',
}

/** `/dev/pieces`, in development only: the parts of screens side by side. */
export function PiecesScreen() {
  const [barred, setBarred] = useState(false)
  return (
    <Page
      title="Pieces"
      sub="What screens are made of"
      back={{ to: '/', label: 'Home' }}
      bar={barred ? <ActionBar close={() => setBarred(false)} /> : undefined}
      aside={<Pictures />}
    >
      <Card label="Bars">
        <h2>Bars</h2>
        <Steps names={['Seats', 'Travellers', 'Pay', 'Ticket']} at={1} />
        <Button onClick={() => setBarred(!barred)}>Show or hide the action bar</Button>
      </Card>
      <Controls />
      <Card label="Notices">
        <h2>Notices</h2>
        <Notice title="Something to know">It stands where it matters.</Notice>
        <Notice kind="mind" title="Something to look out for" />
        <Notice kind="harm" title="Something went wrong" />
        <Notice kind="done" title="Something went well" />
        <Skeleton count={1} />
      </Card>
      <Card label="Success">
        <h2>
          <SuccessHeading>Paid. Your seats are booked.</SuccessHeading>
        </h2>
      </Card>
      <Card label="A trip">
        <h2>A trip</h2>
        <TripLine trip={trip} />
        <ProgressBar value={2} max={3} label="Two of three seats" />
        <FareLines
          lines={[
            { label: 'Fare', amount_kobo: 1_150_000 },
            { label: 'Park fee', amount_kobo: 20_000 },
          ]}
          total_kobo={1_170_000}
        />
      </Card>
    </Page>
  )
}

function ActionBar({ close }: { close: () => void }) {
  return (
    <>
      <b>₦11,700</b>
      <Button kind="primary" onClick={close}>
        Continue
      </Button>
    </>
  )
}

function Controls() {
  const [day, setDay] = useState('Today')
  const [word, setWord] = useState('')
  const [stars, setStars] = useState(4)
  return (
    <Card label="Controls">
      <h2>Controls</h2>
      <ButtonRow wide>
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="harm">Harm</Button>
        <Button busy>Busy</Button>
        <ButtonLink to="/">Link</ButtonLink>
      </ButtonRow>
      <ChoiceField
        label="Chips, as tabs too"
        name="day"
        value={day}
        onChange={setDay}
        options={days.map((value) => ({ value, label: value }))}
      />
      <TextField label="Words" hint="What to write" value={word} onChange={setWord} />
      <TextField label="Wrong words" error="Write them again" value={word} onChange={setWord} />
      <SelectField
        label="One of many"
        value={day}
        onChange={setDay}
        options={days.map((value) => ({ value, label: value }))}
      />
      <RatingField
        label="Stars"
        labels={['Bad', 'Poor', 'Fair', 'Good', 'Great']}
        value={stars}
        error={undefined}
        onChange={setStars}
      />
    </Card>
  )
}

function Pictures() {
  return (
    <>
      <Card label="Marks and vehicles">
        <h2>Marks and vehicles</h2>
        <ButtonRow>
          {names.map((name) => (
            <CompanyLogo key={name} name={name} />
          ))}
          <ProviderLogo provider="paystack" />
          <ProviderLogo provider="flutterwave" />
          <MethodLogo means="card" />
          <MethodLogo means="transfer" />
          {vehicles.map((type) => (
            <VehicleDrawing key={type} type={type} />
          ))}
        </ButtonRow>
      </Card>
      <Card label="Empty lists">
        <h2>Empty lists</h2>
        {emptyStatePictures.map((picture) => (
          <EmptyState
            key={picture}
            picture={picture}
            title={`Nothing of this yet: ${picture}.`}
            action={<ButtonLink to="/">The one way on</ButtonLink>}
          />
        ))}
      </Card>
    </>
  )
}
