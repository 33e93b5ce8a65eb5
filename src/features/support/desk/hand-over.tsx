import type { DeskMembership } from '#contract/members/model'
import { product } from '#contract/product'
import { listOperatorScores } from '#contract/reviews/endpoints'
import { code, id as anId } from '#contract/shapes'
import {
  handOverOperatorConversation,
  handOverStaffConversation,
} from '#contract/support/desk-endpoints'
import { call } from '#lib/api'
import { useForm } from '#lib/use-form'
import { Button } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { SelectField } from '#ui/fields'
import { Form } from '#ui/form'
import { ButtonRow } from '#ui/notice'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'

const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call(listOperatorScores, {}, { signal }),
})

/** `to` is the operator that our staff chose. An operator hands over to our staff, without `to`. */
const HandOverInput = z.strictObject({ id: anId, to: z.optional(code) })

/** The confirmation before a conversation is handed over. `onDone` receives the name of its new desk. */
export function HandOverDialog({
  id,
  membership,
  onClose,
  onDone,
}: {
  id: string
  membership: DeskMembership
  onClose: () => void
  onDone: (desk_name: string) => void
}) {
  const client = useQueryClient()
  const isOurs = membership.operator === null
  const [to, setTo] = useState('')
  const operators = useQuery({ ...operatorsQuery, enabled: isOurs })
  const form = useForm(HandOverInput, {
    draft: { value: to },
    read: (chosen) => ({ id, ...(isOurs && { to: chosen }) }),
    faults: (chosen) => (isOurs && chosen === '' ? { to: 'Choose an operator.' } : {}),
    send: ({ to: chosen }, key) =>
      chosen === undefined
        ? call(handOverOperatorConversation, { id }, { key })
        : call(handOverStaffConversation, { id, to: chosen }, { key }),
    done: ({ desk_name }) => {
      onDone(desk_name)
      return client.invalidateQueries({ queryKey: ['inbox'] })
    },
  })
  const who = isOurs ? 'The operator' : `${product.name}’s staff`
  return (
    <Dialog open onClose={onClose} title="Hand over this conversation">
      <Form
        onSubmit={form.submit}
        error={form.error ?? operators.error}
        offline="No network. Try again when it is back."
        action={
          <ButtonRow>
            <Button type="submit" kind="primary" busy={form.isSending}>
              Hand over
            </Button>
            <Button onClick={onClose}>Keep it</Button>
          </ButtonRow>
        }
      >
        <p>
          {who} can read everything that was said here and will answer. The traveller is told who
          has it now. It leaves your inbox.
        </p>
        {isOurs && (
          <SelectField
            label="To which operator"
            empty={operators.isPending ? 'Loading…' : 'Choose one'}
            value={to}
            options={(operators.data ?? []).map(({ code: value, name: label }) => ({
              value,
              label,
            }))}
            error={form.errors['to']}
            onChange={setTo}
          />
        )}
      </Form>
    </Dialog>
  )
}
