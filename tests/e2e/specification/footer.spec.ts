import { productLinks, product } from '#contract/product'
import { expect, heading, openSharedPage, test } from '#tests/e2e/fixtures/visit'

const { phone, email } = product
const here = openSharedPage('/about')
const footer = () => here().getByRole('contentinfo')

test('headings: Get Involved, Explore, Our Company, Contact us', async () => {
  for (const name of ['Get Involved', 'Explore', 'Our Company', 'Contact us'])
    await expect(footer().getByRole('heading', { name, exact: true })).toBeVisible()
})

test('banner: headline, text, and app-store badges', async () => {
  await expect(footer().getByRole('heading', { name: 'Travel with ease' })).toBeVisible()
  await expect(
    footer().getByText(
      'Search and compare bus trips from several bus operators, make payments and get your tickets. Download the app today.',
      { exact: true },
    ),
  ).toBeVisible()
  for (const store of ['Google Play', 'App Store'])
    await expect(footer().getByRole('link', { name: new RegExp(store) })).toBeVisible()
})

for (const [label, path] of [
  ['Become an Insider', '/signup'],
  ['Read Customer Reviews', '/reviews'],
  ['Browse our Operators', '/brands'],
  ['NYSC Community', '/nysc'],
  ['Track Fuel Prices', '/fuel-price'],
  ['Browse our Businesses', '/businesses'],
  ['Our Community', '/community'],
  ['About our Company', '/about'],
  ['Terms & conditions', '/terms'],
] as const)
  test(`link: ${label} (${path})`, async () => {
    const link = footer().getByRole('link', { name: label, exact: true })
    await expect(link).not.toHaveAttribute('target')
    await link.click()
    await expect(here()).toHaveURL(path)
    await expect(heading(here())).toBeVisible()
  })

for (const [statement, name, href] of [
  ['Download the App (Android store)', /^Download the App.*Android/, productLinks.android],
  ['Download the App (iOS store)', /^Download the App.*iPhone/, productLinks.ios],
  ['Become a Partner (partner page)', 'Become a Partner', productLinks.partner],
  ['List your Business (operator portal)', 'List your Business', productLinks.operator_portal],
  ['a feature-suggestion form', 'Suggest a Feature', productLinks.suggestions],
  ['Join our Team (careers page)', 'Join our Team', productLinks.careers],
  ['the parent company site', 'Our Parent Company', productLinks.parent_company],
] as const)
  test(`opening in a new tab: ${statement}`, async () => {
    await seeNewTab(name, href)
  })

test('opening in a new tab: social profiles on four networks', async () => {
  const networks = [
    ['Facebook', productLinks.facebook],
    ['Instagram', productLinks.instagram],
    ['X', productLinks.x],
    ['LinkedIn', productLinks.linkedin],
  ] as const
  for (const [name, href] of networks) await seeNewTab(name, href)
})

test('contact details: an email, and a phone number shown in two formats', async () => {
  const contact = footer().getByRole('link')
  await expect(contact.filter({ hasText: email })).toHaveAttribute('href', `mailto:${email}`)
  for (const format of [phone.national, phone.international])
    await expect(contact.filter({ hasText: format })).toHaveAttribute('href', `tel:${phone.e164}`)
  expect(phone.national).not.toBe(phone.international)
})

test("credit: 'Made with love in Nigeria'", async () => {
  await expect(footer().getByText('Made with love in Nigeria', { exact: true })).toBeVisible()
})

/** Checks that a footer link opens its URL in a new tab, which learns nothing about our page. */
async function seeNewTab(name: string | RegExp, href: string): Promise<void> {
  const context = here().context()
  await context.route(
    ({ hostname }) => hostname !== 'localhost',
    (route) => route.fulfill({ contentType: 'text/html', body: '<title>Outside</title>' }),
  )
  const opened = context.waitForEvent('page')
  await footer()
    .getByRole('link', { name, exact: typeof name === 'string' })
    .click()
  const tab = await opened
  await expect(tab).toHaveTitle('Outside')
  expect(new URL(tab.url()).href).toBe(new URL(href).href)
  expect(await tab.evaluate(() => window.opener === null)).toBe(true)
  await tab.close()
  await expect(here()).toHaveURL('/about')
}
