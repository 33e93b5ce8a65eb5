import { fallbackCities } from '#contract/lookups/rules'
import { Button, UnstyledButton } from '#ui/button'
import { DateField, SelectField } from '#ui/fields'
import { PlaceField } from './place-field.tsx'
import styles from './search-form.module.css'
import { useSearch } from './use-search.ts'

const counts = ['1', '2', '3', '4', '5', '6'].map((count) => ({ value: count, label: count }))

/**
 * The search form. Without a script it is a plain form that sends the names of places to /bookride. With a script it
 * suggests places, offers only reachable destinations, and uses codes.
 */
export function SearchForm() {
  const { form, answers, wrongs, days, origins, destinations, answer, swap, send } = useSearch()
  return (
    <form
      ref={form}
      action="/bookride"
      className={styles.form}
      onSubmit={send}
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
        <UnstyledButton className={styles.swap} aria-label="Swap from and to" onClick={swap}>
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
          options={counts}
          value={answers.passengers}
          onChange={answer('passengers')}
        />
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
  )
}
