import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { CallError } from '#lib/api'
import { OutcomeNotice, type OutcomeText, useOutcome, useRefusalOutcome } from '#ui/desk/outcome'

interface CardProps {
  id: string
  onOutcome: (outcome: OutcomeText | undefined) => void
}

function DecisionForm({ id, onOutcome }: CardProps) {
  const deciding = useMutation({
    mutationFn: (isRefused: boolean) =>
      isRefused
        ? Promise.reject(new CallError({ status: 409, detail: 'Too much for today.' }))
        : new Promise<never>(() => undefined),
  })
  useRefusalOutcome(id, deciding, onOutcome)
  return (
    <>
      <button type="button" onClick={() => deciding.mutate(true)}>
        Refuse {id}
      </button>
      <button type="button" onClick={() => deciding.mutate(false)}>
        Accept {id}
      </button>
      {deciding.error && <p>{deciding.error.message}</p>}
    </>
  )
}

function Card(props: CardProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <li>
      {isOpen && <DecisionForm {...props} />}
      <button type="button" onClick={() => setOpen(!isOpen)}>
        Close {props.id}
      </button>
    </li>
  )
}

/** A list with two cards, the first of which another member can take away. */
function List() {
  const [cards, setCards] = useState<string[] | undefined>(['A', 'B'])
  const { outcome, setOutcome } = useOutcome(cards)
  return (
    <>
      <OutcomeNotice outcome={outcome} />
      <button type="button" onClick={() => setCards(undefined)}>
        Reload
      </button>
      <button type="button" onClick={() => setCards(['B'])}>
        Take A away
      </button>
      <ul>
        {cards?.map((id) => (
          <Card key={id} id={id} onOutcome={setOutcome} />
        ))}
      </ul>
    </>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const findOutcome = () => screen.queryByText('Not done: Too much for today.')

async function openRefused() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  press('Refuse A')
  await screen.findByText('Too much for today.')
}

test('a refusal stays with its card while the card is in the list, also once its form is closed', async () => {
  await openRefused()
  expect(findOutcome()).toBeNull()
  screen.getByRole('button', { name: 'Close A' }).focus()
  press('Close A')
  expect(findOutcome()).toBeNull()
  expect(document.activeElement?.textContent).toBe('Close A')
  press('Reload')
  expect(findOutcome()).toBeNull()
})

test('the refusal of a card that has left the list is shown with the focus, until the next action', async () => {
  await openRefused()
  press('Take A away')
  await waitFor(() => expect(document.activeElement).toBe(findOutcome()))
  press('Close B')
  expect(findOutcome()).not.toBeNull()
  press('Close B')
  press('Accept B')
  await waitFor(() => expect(findOutcome()).toBeNull())
})
