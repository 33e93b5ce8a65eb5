// Draws the icons of public/ from the logo: `node tests/support/browser/draw-icons.ts`.
import { chromium } from '@playwright/test'
import { ensureChromium, launchFlags } from './chromium.ts'
import { writeFileSync } from 'node:fs'

const stripes = '<path d="M0 21.4h32M0 24.8h32" stroke="#1b1a17" stroke-width="1.4"/>'
const mark =
  '<path d="m7.5 7 4 9.5 4.5-8 4.5 8 4-9.5" fill="none" stroke="#1b1a17" stroke-width="3.4" stroke-linejoin="round" stroke-linecap="round"/>'
const yellow = (radius: number) => `<rect width="32" height="32" rx="${radius}" fill="#f9b000"/>`
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${inside}</svg>`

const round = svg(
  `<clipPath id="c"><rect width="32" height="32" rx="8"/></clipPath><g clip-path="url(#c)">${yellow(8)}${stripes}${mark}</g>`,
)
const maskable = svg(
  `${yellow(0)}${stripes}<g transform="translate(3.2 3.6) scale(.8)">${mark}</g>`,
)

const browser = await chromium.launch({
  executablePath: ensureChromium(),
  args: launchFlags,
})
async function draw(name: string, drawing: string, size: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw}</style>${drawing}`)
  await page.screenshot({ path: `public/${name}.png`, omitBackground: true })
  await page.close()
}
await draw('icon-192', round, 192)
await draw('icon-512', round, 512)
await draw('icon-maskable-512', maskable, 512)
await browser.close()
writeFileSync('public/icon.svg', round)
