import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import { classNamesInPlace, scopedName } from '#tools/build/class-names'

/* What the build makes of a sheet's classes, on a sheet and a screen of this test's own. */

const root = mkdtempSync(join(tmpdir(), 'waka-classes-'))
const sheet = join(root, 'src/card.module.css')
beforeAll(() => {
  mkdirSync(join(root, 'src'))
  writeFileSync(sheet, '.card { color: red }\n.wide { width: 9px }')
})
afterAll(() => rmSync(root, { recursive: true }))

async function built(screen: string): Promise<{ code: string; styles: string }> {
  const entry = join(root, 'src/screen.tsx')
  writeFileSync(entry, `import styles from './card.module.css'\n${screen}`)
  const found = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    css: { modules: { generateScopedName: scopedName } },
    plugins: [classNamesInPlace()],
    build: { write: false, minify: false, lib: { entry, formats: ['es'], cssFileName: 'sheet' } },
  })
  const files = [found].flat().flatMap((one) => ('output' in one ? one.output : []))
  return {
    code: files.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join(''),
    styles: files.flatMap((file) => (file.type === 'asset' ? [String(file.source)] : [])).join(''),
  }
}

test('a class stands where it is used, and the sheet keeps all its rules', async () => {
  const { code, styles } = await built('export const own = { card: styles.card }')
  expect(code).toContain(`card: "${scopedName('card', sheet)}"`)
  expect(code).not.toContain('wide')
  expect(styles).toContain(`.${scopedName('card', sheet)}`)
  expect(styles).toContain(`.${scopedName('wide', sheet)}`)
})

test.each([
  'export const look = (kind: string) => styles[kind]',
  'export const look = { ...styles }',
  'export const look = [1, styles]',
])('a sheet used as an object stops the build: %s', async (screen) => {
  await expect(built(screen)).rejects.toThrow('uses styles other than by')
})
