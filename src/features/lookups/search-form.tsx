import { fallbackCities, type Place } from '#contract/lookups'
import { addDays, today } from '#lib/format'
import { Button } from '#ui/button'
import { DateField, SelectField } from '#ui/fields'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { findPlace } from './find-place.ts'
import { PlaceField } from './place-field.tsx'
import { connectionsQuery, reachableQuery } from './queries.ts'
import { rememberSearch } from './recent.ts'
import styles from './search-form.module.css'

/** What the form starts with: names of places, a day, a number of passengers. */
export interface SearchStart {
  from?: string
  to?: string
  date?: string
  passengers?: string
}

type Answers = Required<SearchStart>
type Wrongs = Partial<Record<keyof Answers, string>>

const saleDays = 30
const passengerOptions = ['1', '2', '3', '4', '5', '6'].map((count) => ({
  value: count,
  label: count === '1' ? '1 passenger' : `${count} passengers`,
}))

/**
 * The search. Without a script it is a plain form that goes to /bookride with names of places; with
 * one it suggests places, offers only destinations that can be reached, and goes there with codes.
 */
export function SearchForm({
  start = {},
  onTouched,
}: {
  start?: SearchStart
  onTouched?: () => void
}) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const [answers, setAnswers] = useState<Answers>({
    from: '',
    to: '',
    date: '',
    passengers: '1',
    ...start,
  })
  const [wrongs, setWrongs] = useState<Wrongs>({})
  const days = useSaleDays(form, setAnswers)
  const { origins, destinations } = usePlaces(answers.from)

  const answer = (name: keyof Answers) => (value: string) => {
    setAnswers((before) => ({ ...before, [name]: value }))
    setWrongs((before) => ({ ...before, [name]: undefined }))
  }
  const swap = () => setAnswers((before) => ({ ...before, from: before.to, to: before.from }))

  function search(event: FormEvent) {
    if (origins.length === 0) return
    event.preventDefault()
    const from = findPlace(origins, answers.from)
    const to = findPlace(destinations, answers.to)
    const found = wrongsOf(answers, from, to)
    setWrongs(found)
    const first = Object.keys(found)[0]
    if (first !== undefined)
      return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    if (from === undefined || to === undefined) return
    const passengers = Number(answers.passengers)
    rememberSearch({ from, to, date: answers.date, passengers })
    void navigate(`/bookride?${new URLSearchParams({ ...answers, from: from.code, to: to.code })}`)
  }

  return (
    <form
      ref={form}
      action="/bookride"
      method="get"
      className={styles.form}
      onSubmit={search}
      onFocus={onTouched}
      noValidate={origins.length > 0}
    >
      <div className={styles.places}>
        <PlaceField
          label="From"
          name="from"
          text={answers.from}
          places={origins}
          error={wrongs.from}
          onChange={answer('from')}
        />
        <button type="button" className={styles.swap} aria-label="Swap from and to" onClick={swap}>
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
        </button>
        <PlaceField
          label="To"
          name="to"
          text={answers.to}
          places={destinations}
          error={wrongs.to}
          onChange={answer('to')}
        />
      </div>
      <div className={styles.row}>
        <DateField
          label="Day"
          name="date"
          required
          {...days}
          value={answers.date}
          error={wrongs.date}
          onChange={answer('date')}
        />
        <SelectField
          label="Travellers"
          name="passengers"
          options={passengerOptions}
          value={answers.passengers}
          onChange={answer('passengers')}
        />
      </div>
      <Button type="submit" kind="primary" wide>
        Search buses
      </Button>
      <datalist id="places">
        {fallbackCities.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </form>
  )
}

function usePlaces(fromText: string): {
  origins: readonly Place[]
  destinations: readonly Place[]
} {
  const { data: all } = useQuery(connectionsQuery)
  const origins = all?.from_cities ?? []
  const from = findPlace(origins, fromText)
  const { data: reachable } = useQuery(reachableQuery(from?.code))
  const destinations = (from === undefined ? undefined : reachable) ?? all?.to_cities ?? []
  return { origins, destinations: destinations.filter((place) => place.code !== from?.code) }
}

/** Days on sale. They are known only on the phone: the prerendered page may be weeks old. */
function useSaleDays(
  form: { current: HTMLFormElement | null },
  setAnswers: (change: (before: Answers) => Answers) => void,
) {
  const [days, setDays] = useState<{ min?: string; max?: string }>({})
  useEffect(() => {
    const min = today()
    setDays({ min, max: addDays(min, saleDays) })
    const typed = (name: string) =>
      form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
    const passengers = typed('passengers')
    setAnswers((before) => ({ ...before, passengers, date: before.date || typed('date') || min }))
  }, [form, setAnswers])
  return days
}

function wrongsOf(answers: Answers, from: Place | undefined, to: Place | undefined): Wrongs {
  const min = today()
  const wrongs: Wrongs = {}
  if (from === undefined)
    wrongs.from = answers.from === '' ? 'Where do you start?' : 'Pick a place from the list.'
  if (to === undefined)
    wrongs.to =
      answers.to === ''
        ? 'Where do you want to go?'
        : 'No bus goes there from your start. Pick from the list.'
  else if (to.code === from?.code) wrongs.to = 'This is where you start. Choose another place.'
  if (answers.date < min) wrongs.date = 'Choose today or a later day.'
  else if (answers.date > addDays(min, saleDays))
    wrongs.date = `Tickets are sold for the next ${saleDays} days.`
  return wrongs
}
