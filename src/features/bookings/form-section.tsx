import { Card } from '#ui/page'
import { type ReactNode, useState } from 'react'
import styles from './form-section.module.css'

/** A part of a long form that folds to one line: what is filled in, or its title. */
export function FormSection({
  name,
  title,
  label = title,
  done,
  isDone,
  ...fold
}: {
  /** The name of this section in `useFormSections`. */
  name: string
  title: string
  label?: string
  /** The text of the folded line once everything is filled in: the main text, and the rest. */
  done: { text: string; note: string }
  isDone: boolean
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  const line = fold.isOpen ? (
    <h2>{title}</h2>
  ) : (
    <>
      <h2>{isDone ? done.text : title}</h2>{' '}
      <span className={styles.note}>· {isDone ? done.note : 'Required'}</span>
      {isDone && <span className={styles.edit}> Edit</span>}
    </>
  )
  return (
    <Card label={label}>
      <FoldedSection {...fold} name={name} line={line} />
    </Card>
  )
}

/**
 * Optional fields that are folded behind the line “More”. `isNeeded`: whether one of them has text or an error; they
 * are then visible.
 */
export function MoreFields({
  about,
  isNeeded,
  children,
}: {
  /** The text beside “More” that names the fields. */
  about: string
  isNeeded: boolean
  children: ReactNode
}) {
  const [isOpen, setOpen] = useState(isNeeded)
  const line = (
    <>
      <b>More</b> <span className={styles.note}>{about}</span>
    </>
  )
  return (
    <FoldedSection
      className={styles.more}
      line={line}
      isOpen={isOpen || isNeeded}
      onToggle={setOpen}
    >
      {children}
    </FoldedSection>
  )
}

/** A line that opens what is below it. With `name` it is a section of a form. */
export function FoldedSection({
  name,
  line,
  className = styles.whole,
  isOpen,
  onToggle,
  children,
}: {
  name?: string
  line: ReactNode
  className?: string | undefined
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}) {
  return (
    <details
      className={`${styles.fold} ${className}`}
      data-section={name}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) onToggle(open)
      }}
    >
      <summary>{line}</summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
