import { type ChangeEvent, type FocusEvent, useRef, useState } from 'react'

/** Errors by the field's path in the input: `passengers.0.phone`. */
export type FieldErrors = Record<string, string>

/**
 * Checks each field when the person leaves it, so that an error appears beside the mistake. Spread `watch` into the
 * form; fields are identified by their `name`, which is their path in the input. `find` returns all current errors; it
 * is called once a field was left. The result `errors` has only those of fields that were typed into and left: a field
 * has no error while the person types into it.
 */
export function useFieldChecks(find: () => FieldErrors) {
  const [states, setStates] = useState<Readonly<Record<string, 'typing' | 'left'>>>({})
  const leaving = useRef<string>(undefined)
  const isAnyLeft = Object.values(states).includes('left')
  const errors = isAnyLeft
    ? Object.fromEntries(Object.entries(find()).filter(([path]) => states[path] === 'left'))
    : {}
  const set = (path: string, state: 'typing' | 'left') =>
    setStates((before) => (before[path] === state ? before : { ...before, [path]: state }))
  const leave = () => {
    if (leaving.current !== undefined) set(leaving.current, 'left')
    leaving.current = undefined
  }
  return {
    errors,
    /** Forgets which fields were left, as in an emptied form. */
    reset: () => setStates({}),
    watch: {
      // Not `onInput`: a list reports its change after that event, and rendering in between would reset its value.
      onChange: ({ target }: ChangeEvent<HTMLElement>) => set(nameOf(target), 'typing'),
      onBlur: ({ target }: FocusEvent) => {
        const path = nameOf(target)
        if (states[path] === 'typing') leaving.current = path
      },
      // Show errors only when the finger is lifted: an earlier error would move the control that the finger is about to
      // tap.
      onClick: leave,
      onKeyUp: leave,
    },
  }
}

/** The handlers that notice which fields are left. */
export type FieldWatch = ReturnType<typeof useFieldChecks>['watch']

const nameOf = (field: EventTarget) => ('name' in field ? String(field.name) : '')
