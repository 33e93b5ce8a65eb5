import { isReference } from '#contract/reference'
import { isTicketText } from '#contract/ticket-code'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { useState } from 'react'
import styles from './boarding.module.css'
import type { TicketMatch } from './use-ticket-checks.ts'

/** A form for tickets that the camera cannot read: for the code below the QR code, or the reference of the booking. */
export function CodeEntryForm({
  find,
  onFound,
  onText,
}: {
  find: (written: string) => readonly TicketMatch[]
  onFound: (found: TicketMatch | undefined) => void
  /** Called with the whole text of a code, which readers connected by cable type into the field. */
  onText: (text: string) => void
}) {
  const [written, setWritten] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [several, setSeveral] = useState<readonly TicketMatch[]>([])
  const done = (act: () => void) => {
    setWritten('')
    setSeveral([])
    act()
  }
  const send = () => {
    const text = written.trim()
    if (isTicketText(text)) return done(() => onText(text))
    if (!isReference(text))
      return setWrong(
        'That is not a complete code. It has 11 letters and digits and is printed under the QR code.',
      )
    const found = find(text)
    if (found.length > 1) return setSeveral(found)
    return done(() => onFound(found[0]))
  }
  return (
    <Form
      onSubmit={send}
      action={
        several.length === 0 && (
          <Button type="submit" wide>
            Check
          </Button>
        )
      }
    >
      <TextField
        label="Ticket code or booking reference"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={written}
        error={wrong}
        onChange={(value) => {
          setWritten(value)
          setWrong(undefined)
          setSeveral([])
        }}
      />
      {several.length > 0 && (
        <div className={styles.several} role="group" aria-label="Which traveller?">
          <p>Which traveller?</p>
          {several.map((one) => (
            <Button key={one.row.ticket_id} wide onClick={() => done(() => onFound(one))}>
              Seat {one.row.seat}, {one.row.passenger}
            </Button>
          ))}
        </div>
      )}
    </Form>
  )
}
