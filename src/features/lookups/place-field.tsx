import type { Place } from '#contract/lookups/model'
import { useHydrated } from '#lib/use-hydrated'
import { Field } from '#ui/fields'
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { PlaceMatches, matchPlaces } from './match-places.ts'
import styles from './place-field.module.css'

interface PlaceFieldProps {
  label: string
  name: 'from' | 'to'
  text: string
  places: readonly Place[]
  error: string | undefined
  onChange: (text: string) => void
}

/**
 * A field for a city or motor park, which is also found by its state. Before the script runs, or if there are no
 * places, it is a plain field with the browser's suggestions (`<datalist id="places">` of the form).
 */
export function PlaceField({ label, name, text, places, error, onChange }: PlaceFieldProps) {
  const list = useId()
  const alive = useHydrated()
  const { matches, is_guess, at, pick, ...input } = useSuggestions(places, text, alive, onChange)
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': matches.length > 0,
    'aria-controls': list,
    'aria-activedescendant': matches[at] && `${list}-${at}`,
  } as const
  return (
    <Field label={label} error={error}>
      {(ties) => (
        <div className={styles.combo}>
          <input
            {...ties}
            {...input}
            {...(alive && places.length > 0 ? combobox : { list: 'places' })}
            name={name}
            value={text}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            placeholder="City or motor park"
          />
          <div className={styles.list} hidden={matches.length === 0}>
            <p role="status">{is_guess && `No place is called “${text}”. The nearest names:`}</p>
            <div id={list} role="listbox" aria-label={label}>
              {matches.map((place, index) => (
                <button
                  key={place.code}
                  id={`${list}-${index}`}
                  type="button"
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => pick(place)}
                >
                  <Pin kind={place.kind} />
                  <span>
                    {place.name}
                    <small>
                      {place.kind === 'park'
                        ? ['Motor park', place.city].filter(Boolean).join(', ')
                        : place.state}
                    </small>
                  </span>
                </button>
              ))}
            </div>
          </div>
        </div>
      )}
    </Field>
  )
}

function useSuggestions(
  places: readonly Place[],
  text: string,
  alive: boolean,
  onChange: PlaceFieldProps['onChange'],
) {
  const ref = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  // The list did not open for text that was typed before hydration. Open it if the field has the focus.
  useEffect(() => {
    if (alive && document.activeElement === ref.current && ref.current?.value) setOpen(true)
  }, [alive])
  const match = useMatching(open)
  // Show the typed text at once, without waiting for the search and the list.
  const sought = useDeferredValue(open ? text : undefined)
  const found = useMemo(
    () => (match && sought !== undefined ? match(places, sought) : none),
    [match, places, sought],
  )
  const { places: matches, is_guess } = open ? found : none
  const show = (shown: boolean) => {
    setOpen(shown)
    setAt(-1)
  }
  const pick = (place: Place) => {
    onChange(place.name)
    show(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (!open) show(true)
      else if (matches.length > 0) setAt((at + step + matches.length) % matches.length)
    } else if (event.key === 'Escape' && open) {
      show(false)
    } else if (event.key === 'Enter' && matches[at] !== undefined) {
      event.preventDefault()
      pick(matches[at])
    }
  }
  return {
    ref,
    matches,
    is_guess,
    at,
    pick,
    onKeyDown,
    onFocus: ({ isTrusted, target }: FocusEvent<HTMLInputElement>) => {
      // React repeats a focus event from before hydration. Selecting the text then would let the next letter replace
      // it.
      if (isTrusted) target.select()
    },
    onClick: () => show(true),
    onBlur: () => show(false),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      onChange(event.target.value)
      show(true)
    },
  }
}

const none: PlaceMatches = { places: [], is_guess: false }

/** Returns `matchPlaces`, which is loaded when `wanted` becomes true; undefined until then. */
function useMatching(wanted: boolean): typeof matchPlaces | undefined {
  const [match, setMatch] = useState<typeof matchPlaces>()
  useEffect(() => {
    if (!wanted) return
    // If it cannot be loaded, the person can still type the full name.
    import('./match-places.ts').then(
      (part) => setMatch(() => part.matchPlaces),
      () => undefined,
    )
  }, [wanted])
  return match
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
