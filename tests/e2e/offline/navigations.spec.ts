import type { Page } from '@playwright/test'
import type { Ticket } from '#contract/tickets/model'
import { makeLongTag } from '#tests/e2e/fixtures/long'
import { allowFaults } from '#tests/e2e/fixtures/faults'
import { callApi, expectTicket, openBoughtTicket } from '#tests/e2e/fixtures/purchases'
import { waitUntilInstalled } from '#tests/e2e/fixtures/steps'
import { expect, type Phone, test } from '#tests/e2e/fixtures/world'

test.use({ installed: true })

/** Buys a ticket, of which the link in the SMS is returned; the phone has the app and the ticket. */
async function withLink({ page, context }: Phone): Promise<{ link: string; reference: string }> {
  const { reference, booking } = await openBoughtTicket(page)
  const { guest_token = '' } = booking
  const [ticket] = await callApi<Ticket[]>(
    context.request,
    'GET',
    `/bookings/${reference}/tickets`,
    { guest_token },
  )
  await waitUntilInstalled(page)
  return { link: `/t/${ticket?.code}`, reference }
}

/**
 * Ends the false answers, and waits until no request is left that they could still break. Requests without an answer
 * are broken off: they would keep every connection of the phone busy.
 */
async function endLies({ network }: Phone, page: Page): Promise<void> {
  network.lie(undefined)
  network.hangUp()
  await page.goto('/online.txt')
}

const lies = ['silence', 'stall', 'bad_gateway', 'gone', 'reset'] as const
/** In every run: the network that stays silent, and the one that answers with another page. */
const shortLies = new Set<string>(['silence', 'bad_gateway'])

for (const lie of lies)
  test(`the link in an SMS opens the ticket of this phone (${lie})${makeLongTag(shortLies.has(lie))}`, async ({
    phone,
    faults,
  }) => {
    const { link, reference } = await withLink(phone)
    phone.network.lie(lie)
    const page = await phone.context.newPage()
    await page.goto(link, { waitUntil: 'commit' })
    await expect(page).toHaveURL(`/ticket/${reference}`)
    await expectTicket(page)
    await endLies(phone, page)
    allowFaults(faults, /net::ERR_|Failed to fetch|502/)
  })

for (const lie of lies)
  test(`the link of somebody else’s ticket ends in a page of ours (${lie})${makeLongTag(shortLies.has(lie))}`, async ({
    phone,
    faults,
  }) => {
    await phone.page.goto('/')
    await waitUntilInstalled(phone.page)
    phone.network.lie(lie)
    const page = await phone.context.newPage()
    const from = Date.now()
    await page.goto('/t/NOSUCHCODE1', { waitUntil: 'commit' })
    if (lie === 'silence' || lie === 'stall')
      await expect(page.getByRole('heading', { name: 'Slow network…' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
    console.log(`a page of the server's, ${lie}: verdict after ${Date.now() - from} ms`)
    await expect(page.locator('body')).not.toContainText('nginx')
    phone.network.lie(undefined)
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeHidden()
    allowFaults(faults, /net::ERR_|Failed to fetch|502|404/)
  })

test('the link of a ticket that another person of this phone has is left to our server', async ({
  phone,
}) => {
  const { link, reference } = await withLink(phone)
  const page = await phone.context.newPage()
  await page.goto(link)
  await page.waitForURL(`**/ticket/${reference}*`)
  await page.goto('/online.txt')
  await page.evaluate(giveVaultAway)
  await page.goto(link)
  expect(new URL(page.url()).pathname).toBe(link)
})

/** Makes another person the owner of the guest's tickets. Runs in the page. */
async function giveVaultAway(): Promise<void> {
  const open = (name: string) =>
    new Promise<IDBObjectStore>((resolve, reject) => {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.result.createObjectStore('vault')
      opening.onsuccess = () =>
        resolve(opening.result.transaction('vault', 'readwrite').objectStore('vault'))
      opening.onerror = () => reject(new Error(name))
    })
  const listed = <T>(asked: IDBRequest<T>) =>
    new Promise<T>((resolve) => (asked.onsuccess = () => resolve(asked.result)))
  const [keys, values] = [
    await listed((await open('vault-guest')).getAllKeys()),
    await listed((await open('vault-guest')).getAll()),
  ]
  const theirs = await open('vault-somebody')
  for (const [at, value] of values.entries()) theirs.put(value, keys[at])
  await listed((await open('vault-guest')).clear())
}

test('a page that comes slowly is called slow after 3 s and then shown', async ({
  phone,
  faults,
}) => {
  const { link } = await withLink(phone)
  const page = await phone.context.newPage()
  await page.goto('/online.txt')
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
  })
  phone.network.lie('silence', /^\/t\//)
  await page.goto(link, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Slow network…' })).toBeVisible()
  phone.network.lie(undefined)
  await expect(page.getByRole('heading', { name: 'This page did not load' })).toBeVisible()
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByText('Show this code when you board.')).toBeVisible()
  allowFaults(faults, /net::ERR_|Failed to fetch/)
})

for (const path of ['/login', '/signup?next=%2Fprofile'])
  for (const lie of path === '/login' ? lies : (['silence', 'bad_gateway'] as const))
    test(`${path} opens at once from this phone (${lie})${makeLongTag(lie === 'silence')}`, async ({
      phone,
      faults,
    }) => {
      await phone.page.goto('/login')
      await waitUntilInstalled(phone.page)
      await phone.page.goto('/signup')
      await expect(phone.page.getByLabel('Password', { exact: true })).toBeVisible()
      phone.network.lie(lie)
      const before = phone.network.requests.length
      const page = await phone.context.newPage()
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
      const requested = phone.network.requests.slice(before).map((one) => one.path)
      expect(requested.filter((one) => path.startsWith(one) && one !== '/')).toEqual([])
      await endLies(phone, page)
      allowFaults(faults, /net::ERR_|Failed to fetch|502/)
    })

test('a login page from this phone allows Google’s script and nothing else more', async ({
  phone: { page, network },
}) => {
  await page.goto('/')
  await waitUntilInstalled(page)
  const before = network.asked('/login')
  const policyAt = async (path: string) => {
    await page.goto(path)
    const policy = await page.locator('meta[http-equiv]').getAttribute('content')
    return (policy ?? '').split(' ').filter((part) => part.includes('google'))
  }
  expect((await policyAt('/login')).length).toBeGreaterThan(2)
  expect(await policyAt('/profile/trip')).toEqual([])
  expect(network.asked('/login')).toBe(before)
})
