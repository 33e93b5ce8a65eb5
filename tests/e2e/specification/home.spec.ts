import { productLinks } from '#contract/product'
import { expect, heading, openSharedPage, test } from '#tests/e2e/fixtures/visit'

test.describe('a visit', () => {
  const here = openSharedPage('/')

  test('a landing page with sections: secure accommodation, earn ticket, start small, reliable partner, cheap fares, seamless booking, live support, community', async () => {
    const page = here()
    for (const name of [
      'Secure accommodation',
      'Earn tickets as you travel',
      'Start small',
      'A reliable partner',
      'Cheap fares',
      'Seamless booking',
      'Live support',
      'Community',
    ]) {
      const title = page.getByRole('heading', { name, exact: true })
      const section = page.locator('main section').filter({ has: title }).last()
      await title.scrollIntoViewIfNeeded()
      await expect(title).toBeVisible()
      await expect(section.getByRole('paragraph').first(), name).toContainText(/(\w+ ){5}/)
    }
  })

  test('a landing page with app-store badges', async () => {
    const page = here()
    for (const [name, href] of [
      [/Google Play/, productLinks.android],
      [/App Store/, productLinks.ios],
    ] as const) {
      const badge = page.getByRole('link', { name })
      await expect(badge).toBeVisible()
      await expect(badge).toHaveAttribute('href', href)
    }
  })

  test('a landing page with social links', async () => {
    const page = here()
    for (const name of ['Facebook', 'Instagram', 'X', 'LinkedIn'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute(
        'href',
        /^https:\/\//,
      )
  })
})

for (const end of ['completion', 'error'] as const)
  test(`the loader shows from route-change start until ${end}`, async ({ page, faults }) => {
    const loader = page.getByRole('progressbar', { name: 'Loading' })
    await page.goto('/')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Terms & conditions' })
    await expect(link).toBeVisible()
    await expect(loader).toHaveCount(0)
    let goOn = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // Only the screen's own script is held back: with no network at all, no newer app could be downloaded either.
    await page.route('**/assets/company.screens-*', async (route) => {
      await gate
      if (end === 'completion') await route.continue()
      else await route.abort()
    })
    await link.click()
    await expect(page).toHaveURL('/terms')
    await expect(loader).toBeVisible()
    await expect(loader).toHaveCSS('opacity', '1')
    goOn()
    await expect(heading(page)).toHaveText(end === 'completion' ? /Terms/ : 'Not on this phone yet')
    await expect(loader).toHaveCount(0)
    faults.length = 0
  })
