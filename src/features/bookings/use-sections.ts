import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'

/** One section of a form, in the order of the form. */
export interface SectionStatus {
  name: string
  isDone: boolean
  hasError: boolean
}

/**
 * Decides which sections of a long form are open: the first that is not filled in, those that were opened before it,
 * and each with an error. When the person types in another section, the finished ones fold. `isReady`: the stored text
 * has been read.
 */
export function useFormSections(sections: readonly SectionStatus[], isReady: boolean) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const place = useStillField()
  const current = sections.find(({ isDone }) => !isDone)?.name
  if (isReady && current !== undefined && !opened.includes(current)) setOpened([...opened, current])
  const isOpen = ({ name, hasError }: SectionStatus) =>
    hasError || (choices[name] ?? (name === current || opened.includes(name)))
  return {
    /** Returns the props of the `FormSection` of this name. */
    of: (name: string) => {
      const section = sections.find((one) => one.name === name)
      return {
        name,
        isDone: section?.isDone ?? false,
        isOpen: section !== undefined && isOpen(section),
        onToggle: (isOpened: boolean) => setChoices((before) => ({ ...before, [name]: isOpened })),
      }
    },
    onFocus: ({ target }: FocusEvent) => {
      // Fold only when the person types in a text field: another control could move away under the finger.
      if (!target.matches('input:not([type=radio], [type=checkbox])')) return
      const here = target.closest<HTMLElement>('[data-section]')?.dataset['section']
      const finished = sections.filter((one) => one.isDone && one.name !== here && isOpen(one))
      if (here === undefined || finished.length === 0) return
      place.keep(target)
      const folded = Object.fromEntries(finished.map(({ name }) => [name, false]))
      setChoices((before) => ({ ...before, ...folded }))
    },
  }
}

/** Scrolls so that a field stays where it is on the screen while what is above it folds. */
function useStillField() {
  const still = useRef<{ field: Element; top: number }>(undefined)
  useLayoutEffect(() => {
    const { field, top = 0 } = still.current ?? {}
    still.current = undefined
    const moved = field === undefined ? 0 : field.getBoundingClientRect().top - top
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
  })
  return {
    keep: (field: Element) => {
      still.current = { field, top: field.getBoundingClientRect().top }
    },
  }
}
