import { CallError } from '#lib/api'
import { Button, ButtonAnchor, ButtonLink, UnstyledButton } from '#ui/button'
import { ConfirmButton } from '#ui/confirm-button'
import { CheckField, ChoiceField, FieldGroup, OptionField } from '#ui/choices'
import { CopyButton } from '#ui/copy-button'
import { AreaField, DateField, Field, PhoneField, SelectField, TextField } from '#ui/fields'
import { FailureNotice, Form } from '#ui/form'
import { Link } from '#ui/link'
import { CodeField } from '#ui/mantine/code-field'
import { RatingField } from '#ui/mantine/rating-field'
import { ButtonRow } from '#ui/notice'
import { PasswordField } from '#ui/password-field'
import { PhotoField } from '#ui/photo-field'
import { StepperField } from '#ui/stepper'
import { Tabs } from '#ui/tabs'
import { useState } from 'react'
import { ExampleCard } from './example-card.tsx'
import styles from './pieces.module.css'

const days = ['Today', 'Tomorrow', 'Friday']
const dayOptions = days.map((value) => ({ value, label: value }))

export function FieldExamples() {
  return (
    <>
      <Buttons />
      <TextFields />
      <Choices />
      <SpecialFields />
    </>
  )
}

function Buttons() {
  return (
    <ExampleCard title="Buttons and links">
      <ButtonRow wide>
        <Button kind="primary">Primary</Button>
        <Button>Plain</Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">Danger</Button>
        <Button kind="quiet-danger">Quiet danger</Button>
        <ConfirmButton yes="Yes, do it" busy={false} onConfirm={() => undefined}>
          Asks before it acts
        </ConfirmButton>
        <Button busy waitsForNetwork={false}>
          Busy
        </Button>
        <Button disabled>Disabled</Button>
      </ButtonRow>
      <ButtonRow>
        <ButtonLink to="/">Link to a screen</ButtonLink>
        <ButtonAnchor href="tel:+2348000000000">Link out of the app</ButtonAnchor>
        <CopyButton name="reference" text="7KQ2M9XR4TD" />
        <CopyButton brief name="account number" text="0123456789" />
        <UnstyledButton className={styles.bare}>Button without a look</UnstyledButton>
        <Link to="/">Link in a text</Link>
      </ButtonRow>
    </ExampleCard>
  )
}

function TextFields() {
  const [text, setText] = useState('')
  const field = { value: text, onChange: setText }
  return (
    <ExampleCard title="Text fields">
      <Form
        onSubmit={() => undefined}
        error={new CallError({ is_offline: true })}
        action={
          <Button type="submit" kind="primary" wide>
            Send
          </Button>
        }
      >
        <TextField label="One line" hint="What to write" {...field} />
        <TextField label="A wrong line" error="Write it again." {...field} />
        <PhoneField label="Phone" optional {...field} />
        <AreaField label="Several lines" rows={3} {...field} />
        <PasswordField label="Password" {...field} />
        <SelectField label="One of many" empty="Choose" options={dayOptions} {...field} />
        <DateField label="A day, by the browser’s calendar" {...field} />
        <Field label="A field of another kind">{(ties) => <output {...ties}>42</output>}</Field>
      </Form>
      <FailureNotice error={new CallError({ detail: 'The server’s own sentence.' })} />
    </ExampleCard>
  )
}

function Choices() {
  const [day, setDay] = useState('Today')
  const [checked, setChecked] = useState(true)
  return (
    <ExampleCard title="Choices">
      <ChoiceField label="Chips" name="chip" value={day} onChange={setDay} options={dayOptions} />
      <FieldGroup label="Options with more text" error="Choose one of them.">
        {days.map((value) => (
          <OptionField
            key={value}
            name="option"
            value={value}
            checked={value === day}
            onChoose={() => setDay(value)}
          >
            {value}, with more about it
          </OptionField>
        ))}
      </FieldGroup>
      <CheckField
        label="A tick"
        hint="What follows from it"
        checked={checked}
        onChange={setChecked}
      />
      <Tabs label="Days" tabs={dayOptions} value={day} onChange={setDay}>
        <p>The page of the tab {day}.</p>
      </Tabs>
    </ExampleCard>
  )
}

function SpecialFields() {
  const [count, setCount] = useState(2)
  const [stars, setStars] = useState(4)
  const [code, setCode] = useState('')
  const [photo, setPhoto] = useState('')
  return (
    <ExampleCard title="Fields of their own kind">
      <StepperField
        label="A small number"
        name="travellers"
        unit="traveller"
        value={count}
        min={1}
        max={6}
        onChange={setCount}
      />
      <RatingField
        label="Stars"
        labels={['Bad', 'Poor', 'Fair', 'Good', 'Great']}
        value={stars}
        error={undefined}
        onChange={setStars}
      />
      <CodeField length={6} value={code} error={undefined} onChange={setCode} />
      <PhotoField label="A photo" optional value={photo} onChange={setPhoto} />
    </ExampleCard>
  )
}
