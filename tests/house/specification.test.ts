import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isExistingProof, listProofs, readRows } from './proofs.ts'

const table = 'tests/specification.md'
const rows = readRows(table, /^\d+\.\d+$/).map(
  ([number = '', statement = '', decision = '', proof = '']) => ({
    number,
    statement,
    decision,
    proof,
  }),
)

/** The number of statements in each section of the specification; 0 is the design card. */
const sections: Record<string, number> = {
  0: 32,
  1: 46,
  2: 115,
  3: 60,
  4: 22,
  5: 3,
  6: 7,
  7: 42,
  8: 15,
  9: 40,
}

test('the table has every statement of the specification once, in its order', () => {
  const numbers = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(rows.map(({ number }) => number)).toEqual(numbers)
  const inSection = rows.map(({ number, statement }) => `${number.split('.')[0]} ${statement}`)
  expect(inSection.filter((one, index) => inSection.indexOf(one) !== index)).toEqual([])
})

test('each statement has a test that exists', () => {
  const unproved = rows.flatMap(({ number, statement, proof }) => {
    const proofs = listProofs(proof)
    const missing = proofs.filter((one) => !isExistingProof(one) || one.includes('.md'))
    return proofs.length === 0
      ? [`${number} ${statement}`]
      : missing.map((one) => `${number}: ${one}`)
  })
  expect(unproved).toEqual([])
})

test('what is not to the letter leads to its decision, which says so', () => {
  const broken = rows.flatMap(({ number, decision }) => {
    if (decision === '') return []
    const path = /^\[\d{4}\]\(\.\.\/(docs\/decisions\/[\w-]+\.md)\)$/.exec(decision)?.[1] ?? ''
    return existsSync(path) ? [] : [`${number}: ${decision}`]
  })
  expect(broken).toEqual([])
  expect(rows.filter(({ decision }) => decision !== '').length).toBeGreaterThan(10)
})

test('a statement without a test, a test that does not exist and a lost decision are found', () => {
  expect(
    isExistingProof('tests/house/specification.test.ts › each statement has a test that exists'),
  ).toBe(true)
  expect(isExistingProof('tests/house/specification.test.ts › each statement has a test')).toBe(
    false,
  )
  expect(isExistingProof('tests/nowhere.test.ts › each statement has a test that exists')).toBe(
    false,
  )
  expect(listProofs('')).toEqual([])
})

const packages = [
  'vite',
  'vite-plugin-pwa',
  'workbox-window',
  'react',
  'react-router-dom',
  '@tanstack/react-query',
  '@tanstack/query-persist-client-core',
  'idb-keyval',
  'axios',
  'js-cookie',
  '@react-oauth/google',
  '@mantine/core',
  'vitest',
  '@playwright/test',
]

test("the card's packages are installed and used", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    dependencies: Record<string, string>
    devDependencies: Record<string, string>
  }
  const installed = { ...dependencies, ...devDependencies }
  const sources = ['vite.config.ts', ...['src', 'tests/e2e', 'tests/client'].flatMap(listSources)]
  const texts = sources.map((path) => readFileSync(path, 'utf8'))
  const isUsed = (name: string) =>
    texts.some((text) => text.includes(`from '${name}'`) || text.includes(`import('${name}')`))
  expect(packages.filter((name) => installed[name] === undefined || !isUsed(name))).toEqual([])
  expect(isUsed('a-package-of-nobody')).toBe(false)
})

const listSources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path))

test("the card's files and folders are at the top", () => {
  const top = [
    'src',
    'public',
    'sw',
    'vite.config.ts',
    'manifest.webmanifest',
    'package.json',
    'tsconfig.json',
    'tests',
    'README.md',
  ]
  expect(top.filter((path) => !existsSync(path))).toEqual([])
})
