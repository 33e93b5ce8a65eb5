import { runAfterPressedFrame } from '#lib/after-frame'
import { fieldBoxClass } from '#ui/fields'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './place-sheet.module.css'
import { Sheet } from './sheet.tsx'

/** A place that can be chosen. `under`: where it is, or how far away. */
export interface PlaceOption {
  code: string
  name: string
  under: string
  kind: 'city' | 'park'
}

/** Places under one heading, such as those chosen before. Matches of a typed text have no heading. */
interface PlaceGroup {
  heading?: string | undefined
  places: readonly PlaceOption[]
}

interface PlaceSheetProps {
  title: string
  /** The name of the list for screen readers. */
  label: string
  /** The kind of place that is typed, if it is not a city or motor park. */
  what?: string | undefined
  /** Whether typing is the quickest way to an option. Otherwise, the keyboard of the phone does not open. */
  isLong?: boolean
  text: string
  /** Whether the text is being typed. Otherwise it is selected, so that the next letter replaces it. */
  isTyped: boolean
  groups: readonly PlaceGroup[]
  note?: ReactNode
  onType: (text: string) => void
  onPick: (code: string) => void
  onClose: () => void
}

/** A sheet on which a place is typed, or chosen from a list. */
export function PlaceSheet({
  title,
  label,
  groups,
  note,
  onPick,
  onClose,
  ...rest
}: PlaceSheetProps) {
  const list = useId()
  const codes = groups.flatMap(({ places }) => places.map(({ code }) => code))
  const { at, reset, pick, onKeyDown } = useActiveOption(list, codes, rest.isTyped, onPick)
  return (
    <Sheet
      title={title}
      onClose={onClose}
      top={
        <PlaceInput
          key={title}
          {...rest}
          onType={(text) => {
            reset()
            rest.onType(text)
          }}
          onKeyDown={onKeyDown}
          list={list}
          hasOptions={codes.length > 0}
          active={codes[at] && `${list}-${at}`}
        />
      }
    >
      <p role="status" className={styles.note}>
        {note}
      </p>
      <div id={list} role="listbox" aria-label={label}>
        {groups.map(({ heading, places }, index) => (
          <Options
            key={heading ?? ''}
            list={list}
            heading={heading}
            places={places}
            first={groups.slice(0, index).reduce((sum, group) => sum + group.places.length, 0)}
            at={at}
            onPick={pick}
          />
        ))}
      </div>
    </Sheet>
  )
}

/** The option that the arrow keys have reached; Enter picks it, or else the first match of a typed text. */
function useActiveOption(
  list: string,
  codes: readonly string[],
  isTyped: boolean,
  onPick: (code: string) => void,
) {
  const [at, setAt] = useState(-1)
  const reset = () => setAt(-1)
  const pick = (code: string) => {
    reset()
    onPick(code)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const { length } = codes
    if (step !== undefined && length > 0) {
      event.preventDefault()
      const next = at < 0 && step < 0 ? length - 1 : (at + step + length) % length
      setAt(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView?.({ block: 'nearest' })
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const code = codes[at] ?? (isTyped ? codes[0] : undefined)
      if (code !== undefined) pick(code)
    }
  }
  return { at, reset, pick, onKeyDown }
}

function PlaceInput({
  text,
  isTyped,
  what = 'City or motor park',
  isLong = true,
  list,
  hasOptions,
  active,
  onType,
  onKeyDown,
}: Pick<PlaceSheetProps, 'text' | 'isTyped' | 'what' | 'isLong' | 'onType'> & {
  onKeyDown: (event: KeyboardEvent) => void
  list: string
  hasOptions: boolean
  /** The id of the option that the arrow keys have reached. */
  active: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const [wasTyped] = useState(isTyped)
  // The dialog focuses this field while it opens. The effect below comes later, and would lose letters typed before it.
  useLayoutEffect(() => {
    if (isLong) input.current?.setAttribute('autofocus', '')
  }, [isLong])
  useEffect(() => {
    if (!isLong) return
    input.current?.focus()
    if (!wasTyped) input.current?.select()
  }, [wasTyped, isLong])
  return (
    <input
      ref={input}
      className={fieldBoxClass}
      role="combobox"
      aria-expanded={hasOptions}
      aria-controls={list}
      aria-activedescendant={active}
      aria-label={what}
      aria-autocomplete="list"
      value={text}
      maxLength={64}
      autoComplete="off"
      autoCapitalize="words"
      enterKeyHint="done"
      spellCheck={false}
      placeholder={what}
      onKeyDown={onKeyDown}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

function Options({
  list,
  heading,
  places,
  first,
  at,
  onPick,
}: PlaceGroup & {
  list: string
  /** The position of the first of these places among all options. */
  first: number
  at: number
  onPick: (code: string) => void
}) {
  return (
    <div role="group" aria-label={heading ?? 'Matches'}>
      {heading !== undefined && (
        <p className={styles.heading} aria-hidden="true">
          {heading}
        </p>
      )}
      {places.map(({ code, name, under, kind }, index) => (
        <button
          key={code}
          id={`${list}-${first + index}`}
          type="button"
          role="option"
          tabIndex={-1}
          className={styles.option}
          aria-selected={first + index === at}
          onClick={({ currentTarget }) => runAfterPressedFrame(currentTarget, () => onPick(code))}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path
              d={drawings[kind]}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.7"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          <span>
            {name}
            <small>{under}</small>
          </span>
        </button>
      ))}
    </div>
  )
}

const drawings = {
  city: 'M10 18s6-5.4 6-10A6 6 0 0 0 4 8c0 4.6 6 10 6 10Zm0-7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  park: 'M3 4.5h14v9H3zM3 9.5h14M6 16v-2m8 2v-2',
}
