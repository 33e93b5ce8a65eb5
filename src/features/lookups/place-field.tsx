import { useHydrated } from '#lib/use-hydrated'
import { Field } from '#ui/fields'
import { useEffect, useEffectEvent, useRef } from 'react'

interface PlaceFieldProps {
  label: string
  name: 'from' | 'to'
  text: string
  error: string | undefined
  /** Whether there are places for the sheet to offer. */
  hasSheet: boolean
  onChange: (text: string) => void
  /** Opens the sheet. `isTyping`: the text is being typed, so the next letter must not replace it. */
  onOpen: (isTyping: boolean) => void
}

/**
 * A field for a city or motor park. A tap or a typed letter opens its sheet. Before the script runs, or if there are no
 * places, it is a plain field with the browser's suggestions (`<datalist id="places">` of the form).
 */
export function PlaceField({
  label,
  name,
  text,
  error,
  hasSheet,
  onChange,
  onOpen,
}: PlaceFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const canOpen = hydrated && hasSheet
  const openOnce = useEffectEvent(onOpen)
  // Open the sheet if the field already has the focus: a tap or letters before hydration, or before there were places,
  // opened none.
  useEffect(() => {
    if (canOpen && document.activeElement === input.current) openOnce(input.current?.value !== '')
  }, [canOpen])
  const combobox = { role: 'combobox', 'aria-haspopup': 'dialog', 'aria-expanded': false } as const
  return (
    <Field label={label} error={error}>
      {(ties) => (
        <input
          {...ties}
          {...(canOpen ? combobox : { list: 'places' })}
          ref={input}
          name={name}
          value={text}
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          placeholder="City or motor park"
          onClick={() => canOpen && onOpen(false)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown' || !canOpen) return
            event.preventDefault()
            onOpen(false)
          }}
          onChange={({ target }) => {
            onChange(target.value)
            if (canOpen) onOpen(true)
          }}
        />
      )}
    </Field>
  )
}
