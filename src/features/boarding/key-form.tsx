import { cutText } from '#contract/cut-text'
import { CallError } from '#lib/api'
import { toError } from '#lib/to-error'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { useState } from 'react'
import { startBoardingWithKey } from './lists.ts'
import { readBoardingData } from './store.ts'

const shape = /^op_[0-9A-Z]{6}_[0-9A-Z]{26}$/

/**
 * Asks for the operator's key, which is stored on this phone only, and for the attendant's name. A key takes the place
 * of one that is already stored; lists and checks stay.
 */
export function KeyForm() {
  const [written, setWritten] = useState('')
  const [by, setBy] = useState(() => readBoardingData().desk?.by ?? '')
  const [wrong, setWrong] = useState<string>()
  const [error, setError] = useState<Error | null>(null)
  const [isBusy, setBusy] = useState(false)

  const send = async () => {
    const key = normaliseKey(written)
    if (!shape.test(key)) return setWrong('A key begins with op_ and has 36 characters.')
    setBusy(true)
    setWrong(undefined)
    setError(null)
    try {
      await startBoardingWithKey(key, cutText(by.trim(), 60))
    } catch (failed) {
      const isUnknown = failed instanceof CallError && failed.status === 401
      if (isUnknown) setWrong('This key is not right, or it was revoked. Ask your office.')
      else setError(toError(failed))
      setBusy(false)
    }
    return undefined
  }
  return (
    <Form
      onSubmit={() => void send()}
      error={error}
      offline="No network. You need it once, to check the key. After that, tickets can be checked without it."
      action={
        <Button type="submit" kind="primary" wide busy={isBusy}>
          Save the key
        </Button>
      }
    >
      <TextField
        label="Your company’s key"
        hint="Your office gives it to you: it begins with op_. It stays on this phone until you forget it."
        name="key"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={written}
        onChange={(value) => {
          setWritten(value)
          setWrong(undefined)
        }}
        error={wrong}
      />
      <TextField
        label="Your name"
        hint="So that others can see who checked a ticket."
        optional
        name="by"
        autoComplete="name"
        value={by}
        onChange={setBy}
      />
    </Form>
  )
}

/** Returns a typed key without spaces and with the letter case of issued keys: `op_`, then capitals. */
function normaliseKey(written: string): string {
  const bare = written.replaceAll(/\s/g, '')
  return bare.slice(0, 3).toLowerCase() + bare.slice(3).toUpperCase()
}
