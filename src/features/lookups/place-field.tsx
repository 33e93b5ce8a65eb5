import type { Place } from '#contract/lookups'
import { Field } from '#ui/fields'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { matchPlaces } from './find-place.ts'
import styles from './place-field.module.css'

interface PlaceFieldProps {
  label: string
  name: 'from' | 'to'
  text: string
  places: readonly Place[]
  error: string | undefined
  /** The text as typed, and the place once it was picked. */
  onChange: (text: string, picked?: Place) => void
}

/**
 * Where from or where to: type a few letters of a city, a park or a state. Before the script runs it is
 * a plain field with the browser's own list of names (`<datalist id="places">` of the form).
 */
export function PlaceField({ label, name, text, places, error, onChange }: PlaceFieldProps) {
  const list = useId()
  const list_box = useSuggestions(places, text, onChange)
  return (
    <Field label={label} error={error}>
      {(tied) => (
        <div className={styles.combo}>
          <input
            {...tied}
            {...list_box.input}
            {...(list_box.is_alive
              ? {
                  role: 'combobox',
                  'aria-autocomplete': 'list',
                  'aria-expanded': list_box.matches.length > 0,
                  'aria-controls': list,
                  'aria-activedescendant': list_box.at >= 0 ? `${list}-${list_box.at}` : undefined,
                }
              : { list: 'places' })}
            name={name}
            type="text"
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            placeholder="City or motor park"
          />
          {list_box.is_alive && (
            <ul
              id={list}
              role="listbox"
              aria-label={label}
              className={styles.list}
              hidden={list_box.matches.length === 0}
            >
              {list_box.matches.map((place, index) => (
                <li
                  key={place.code}
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === list_box.at}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => list_box.pick(place)}
                >
                  <Pin kind={place.kind} />
                  <span>
                    {place.name}
                    <small>
                      {place.kind === 'park' ? `Motor park, ${place.city}` : place.state}
                    </small>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  )
}

function useSuggestions(
  places: readonly Place[],
  text: string,
  onChange: PlaceFieldProps['onChange'],
) {
  const input = useRef<HTMLInputElement>(null)
  const [is_alive, setAlive] = useState(false)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  useEffect(() => {
    setAlive(true)
    const typedBefore = input.current?.value ?? ''
    if (typedBefore !== '') onChange(typedBefore)
    // Only what was typed before the script ran; later changes come through the field.
  }, [])

  const matches = open ? matchPlaces(places, text) : []
  const show = (shown: boolean) => {
    setOpen(shown)
    setAt(-1)
  }
  const pick = (place: Place) => {
    onChange(place.name, place)
    show(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      if (open) setAt((before) => (before + step + matches.length) % Math.max(matches.length, 1))
      else show(true)
    } else if (event.key === 'Escape' && open) {
      show(false)
    } else if (event.key === 'Enter' && open && matches[at] !== undefined) {
      event.preventDefault()
      pick(matches[at])
    }
  }
  return {
    is_alive,
    at,
    matches,
    pick,
    input: {
      ref: input,
      value: text,
      onKeyDown,
      onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
      onClick: () => show(true),
      onBlur: () => show(false),
      onChange: (event: { target: HTMLInputElement }) => {
        onChange(event.target.value)
        show(true)
      },
    },
  }
}

function Pin({ kind }: { kind: Place['kind'] }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      aria-hidden="true"
    >
      {kind === 'city' ? (
        <path d="M10 18s6-5.4 6-10A6 6 0 0 0 4 8c0 4.6 6 10 6 10Zm0-7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
      ) : (
        <path
          d="M3 4.5h14v9H3zM3 9.5h14M6 16v-2m8 2v-2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      )}
    </svg>
  )
}
