import { fallbackCities } from '#contract/lookups/rules'
import { Button, UnstyledButton } from '#ui/button'
import { SelectField } from '#ui/fields'
import { StepperField } from '#ui/stepper'
import { useHydrated } from '#lib/use-hydrated'
import { flushSync } from 'react-dom'
import { DaysField } from './days-field.tsx'
import { PlaceField } from './place-field.tsx'
import styles from './search-form.module.css'
import { useSearch } from './use-search.ts'
import { LoadedSearchSheet, useSearchSheet } from './use-search-sheet.ts'

/**
 * The search form. Without a script it is a plain form that sends the names of places to /bookride. With a script,
 * places and days are chosen on sheets, only reachable destinations are offered, and codes are sent.
 */
export function SearchForm() {
  const { form, answers, wrongs, days, places, change, answer, pick, swap, send } = useSearch()
  const sheet = useSearchSheet()
  const placeField = (name: 'from' | 'to') => ({
    name,
    text: answers[name],
    error: wrongs[name],
    hasSheet: places.origins.length > 0 && !sheet.isMissing,
    onChange: answer(name),
    onOpen: (isTyping: boolean) => sheet.open(name, isTyping),
  })
  return (
    <>
      <form
        ref={form}
        action="/bookride"
        className={styles.form}
        onPointerDown={sheet.prepare}
        onFocus={sheet.prepare}
        onSubmit={(event) => void send(event)}
        noValidate={places.origins.length > 0}
      >
        <div className={styles.places}>
          <PlaceField label="From" {...placeField('from')} />
          <SwapButton onClick={swap} />
          <PlaceField label="To" {...placeField('to')} />
        </div>
        <div className={styles.row}>
          <DaysField
            date={answers.date}
            back={answers.return}
            error={wrongs.date}
            days={days}
            isPlain={sheet.isMissing}
            onOpen={() => sheet.open('date', false)}
            onChange={answer('date')}
          />
          <TravellersField value={answers.passengers} onChange={answer('passengers')} />
        </div>
        <Button type="submit" kind="primary" wide>
          Search buses
        </Button>
        <datalist id="places">
          {fallbackCities.map((city) => (
            <option key={city} value={city}>
              {city}
            </option>
          ))}
        </datalist>
      </form>
      {sheet.name !== undefined && (
        <LoadedSearchSheet
          name={sheet.name}
          isTyped={sheet.isTyped}
          answers={answers}
          days={days}
          places={places}
          onType={(name, text) => {
            sheet.setTyped(true)
            answer(name)(text)
          }}
          onPick={(name, place) => {
            pick(name, place)
            if (name === 'from' && answers.to === '') return sheet.open('to', false)
            flushSync(sheet.close)
            // The dialog gives the focus back to the field that it was opened from, which may be the other one.
            form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
          }}
          onDays={(chosen, isDone) => {
            change(chosen)
            if (isDone) sheet.close()
          }}
          onClose={sheet.close}
        />
      )}
    </>
  )
}

function SwapButton({ onClick }: { onClick: () => void }) {
  return (
    <UnstyledButton className={styles.swap} aria-label="Swap from and to" onClick={onClick}>
      <svg
        viewBox="0 0 24 24"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path
          d="M8 4v15m0 0-4-4m4 4 4-4M16 20V5m0 0-4 4m4-4 4 4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </UnstyledButton>
  )
}

const counts = ['1', '2', '3', '4', '5', '6'].map((count) => ({ value: count, label: count }))

/** The number of travellers: a list without a script, two buttons with one. */
function TravellersField({
  value,
  onChange,
}: {
  value: string
  onChange: (value: string) => void
}) {
  const field = { label: 'Travellers', name: 'passengers' }
  if (!useHydrated())
    return <SelectField {...field} options={counts} value={value} onChange={onChange} />
  return (
    <StepperField
      {...field}
      unit="traveller"
      value={Number(value)}
      min={1}
      max={6}
      onChange={(count) => onChange(String(count))}
    />
  )
}
