import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '#lib/api'
import { Form } from '#ui/form'
import { TextField } from '#ui/fields'

const aForm = (error: Error | null, wrong?: string) => (
  <Form onSubmit={() => undefined} error={error} action={<button type="submit">Send</button>}>
    <TextField label="Name" value="" onChange={() => undefined} />
    <TextField label="Phone" value="" onChange={() => undefined} error={wrong} />
  </Form>
)

test('an error at a field is said once, at the field, which gets the focus', () => {
  const { rerender } = render(aForm(null))
  rerender(aForm(new CallError({ code: 'invalid_input', detail: 'Check it.' }), 'Enter a phone.'))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Phone/ }))
  expect(screen.getByText('Enter a phone.')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  // The next error belongs to no field.
  rerender(aForm(new CallError({ detail: 'Too many tries.' })))
  expect(screen.getByRole('alert').textContent).toBe('Too many tries.')
})

test('a lost answer is not called a failure: the server may have done what was asked', () => {
  render(aForm(new CallError({ is_offline: true })))
  expect(screen.getByRole('alert').textContent).toMatch(/We do not know yet whether it was done/)
})
