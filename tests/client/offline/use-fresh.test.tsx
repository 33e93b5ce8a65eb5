import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutboxItem } from '#lib/outbox'

const kinds = ['message']
const keys = [['things']]

/** A screen with a list, on a phone that has sent nothing yet; counts the requests for the list. */
async function aList() {
  const { useRefreshWhenSent: useFreshWhenSent } = await import('#features/offline')
  const { storeOutboxItem, notifyItemSent } = await import('#lib/outbox/store')
  let asked = 0
  function List() {
    useFreshWhenSent(kinds, keys)
    useQuery({ queryKey: ['things'], queryFn: () => (asked += 1) })
    return null
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(asked).toBe(1))
  return { storeOutboxItem, notifyItemSent, asked: () => asked }
}

const sent = (at: number) =>
  ({ id: `${at}`, kind: 'message', owner: 'guest', state: 'sent', sent_at: at }) as OutboxItem

test('a list is asked for once after each thing that was sent, though one hears of it in two ways', async () => {
  const list = await aList()
  // Later than the answer, so that the stored data looks older.
  const later = Date.now() + 1000
  await act(() => list.storeOutboxItem(sent(later)))
  await waitFor(() => expect(list.asked()).toBe(2))
  await act(async () => list.notifyItemSent(sent(later), undefined))
  expect(list.asked()).toBe(2)

  await act(async () => list.notifyItemSent(sent(later + 1), undefined))
  await waitFor(() => expect(list.asked()).toBe(3))
  await act(() => list.storeOutboxItem(sent(later + 1)))
  expect(list.asked()).toBe(3)
})

test('what was sent is asked for also where the phone’s clock says it is older than the list', async () => {
  const list = await aList()
  await act(async () => list.notifyItemSent(sent(Date.now() - 60_000), undefined))
  await waitFor(() => expect(list.asked()).toBe(2))
})
