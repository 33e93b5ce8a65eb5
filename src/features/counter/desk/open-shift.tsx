import { openShift } from '#contract/counter/endpoints'
import { OpenShiftInput, type Shift } from '#contract/counter/model'
import { parseNaira } from '#contract/money'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { TextField } from '#ui/fields'
import { Form } from '#ui/form'
import { Card } from '#ui/page'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { openShiftQuery } from './queries.ts'

/** Opens a shift with the cash that is in the drawer. */
export function OpenShiftForm({ onOpened }: { onOpened: (shift: Shift) => void }) {
  const client = useQueryClient()
  const [entered, setEntered] = useState('')
  const { submit, isSending, errors, error } = useForm(OpenShiftInput, {
    draft: { value: entered },
    read: (text) => ({ float_kobo: parseNaira(text) ?? NaN }),
    faults: (text) =>
      parseNaira(text) === undefined
        ? { float_kobo: 'Count the cash and enter the sum, 0 if it is empty.' }
        : {},
    send: (input, key) => call(openShift, input, { key }),
    done: onOpened,
    // It was opened on another phone.
    afterRefusal: () => client.invalidateQueries(openShiftQuery),
  })
  return (
    <Card label="Open a shift">
      <h2>Open your shift</h2>
      <Form
        onSubmit={submit}
        error={error}
        action={
          <Button type="submit" kind="primary" busy={isSending}>
            Open my shift
          </Button>
        }
      >
        <TextField
          label="Cash in the drawer, ₦"
          inputMode="decimal"
          value={entered}
          error={errors['float_kobo']}
          onChange={setEntered}
        />
      </Form>
    </Card>
  )
}
