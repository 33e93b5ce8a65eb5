import { expect, test, vi } from 'vitest'

/** The part of the worker's module that is tested; the worker itself has other types than a page. */
interface Navigation {
  fetchPageInTime: (
    event: { request: Request },
    outcomes: { otherwise: () => Response },
  ) => Promise<Response>
}

const modules = import.meta.glob<Navigation>('/sw/navigation.ts', { eager: true })
const [navigation] = Object.values(modules)

test('two tabs that ask for the same page at the same time both get it', async () => {
  const headers = { 'x-request-id': '1' }
  const fetched = vi.fn<() => Promise<Response>>(() =>
    Promise.resolve(new Response('the page', { headers })),
  )
  vi.stubGlobal('fetch', fetched)
  const request = new Request('http://localhost/desk')
  const open = () =>
    navigation?.fetchPageInTime({ request }, { otherwise: () => new Response('no page') })
  const [one, other] = await Promise.all([open(), open()])
  expect([await one?.text(), await other?.text()]).toEqual(['the page', 'the page'])
  expect(fetched).toHaveBeenCalledOnce()
})
