import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** One section of a form, in the order of the form. */
export interface SectionStatus {
  name: string
  isDone: boolean
  hasError: boolean
}

/**
 * Decides which sections of a long form are open: the first that is not filled in, those that were opened before it,
 * and each with an error. When the person types in another section, the finished ones fold. `isReady`: the stored text
 * has been read. The person has visited the first section, and each that has had the focus.
 */
export function useFormSections(sections: readonly SectionStatus[], isReady: boolean) {
  const [opened, setOpened] = useState<readonly string[]>([])
  const [choices, setChoices] = useState<Readonly<Record<string, boolean>>>({})
  const [entered, setEntered] = useState<readonly string[]>([])
  const visited = [...sections.slice(0, 1).map(({ name }) => name), ...entered]
  const place = useStillField()
  const current = sections.find(({ isDone }) => !isDone)?.name
  if (isReady && current !== undefined && !opened.includes(current)) setOpened([...opened, current])
  const isNew = ({ name, isDone }: SectionStatus) => !isDone && !visited.includes(name)
  const isOpen = ({ name, hasError }: SectionStatus) =>
    hasError || (choices[name] ?? (name === current || opened.includes(name)))
  const visit = (name: string | undefined) => {
    if (name === undefined || entered.includes(name)) return
    setEntered((before) => [...before, name])
  }
  return {
    /** The names of the sections that the person has visited. */
    visited,
    /** The name of the first section that is neither filled in nor visited. */
    next: sections.find(isNew)?.name,
    /**
     * Shows the first section that is not filled in, and returns true, if the person has not visited it. Otherwise does
     * nothing and returns false.
     */
    goToNext: (form: HTMLElement | null): boolean => {
      const section = sections.find(({ isDone }) => !isDone)
      if (section === undefined || !isNew(section)) return false
      flushSync(() => setChoices((before) => ({ ...before, [section.name]: true })))
      const line = form?.querySelector<HTMLElement>(`[data-section="${section.name}"] > summary`)
      line?.focus({ preventScroll: true })
      line?.scrollIntoView?.({ block: 'start' })
      return true
    },
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
      const here = target.closest<HTMLElement>('[data-section]')?.dataset['section']
      visit(here)
      // Fold only when the person types in a text field: another control could move away under the finger.
      if (!target.matches('input:not([type=radio], [type=checkbox])')) return
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
