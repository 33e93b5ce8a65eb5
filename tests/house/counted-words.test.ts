import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findHandMadeCounts, findOwnFormatting, formatters } from './counted-words.ts'

const files = (...places: string[]) =>
  execFileSync('git', ['ls-files', ...places], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('server/db/migrations/'))

test('every count has its word by one function, and every measure its unit', () => {
  const all = files('src', 'sw', 'contract', 'server', 'demo').filter(
    (file) => file !== 'contract/quantities.ts' && !file.startsWith('server/commands/'),
  )
  expect(all.flatMap((file) => findHandMadeCounts(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('numbers and dates are formatted in one place', () => {
  const all = files('src', 'sw', 'contract', 'server').filter((file) => !formatters.includes(file))
  expect(all.flatMap((file) => findOwnFormatting(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('a count with a plural by hand is found in text, in JSX and across a line; a constant is none', () => {
  const planted = `
    import { maxSeats } from '#contract/policy'
    const days = 30
    const a = \`\${bags} bags\`
    const b = <p>{trip.seats} seats, {km}{' '}
      km</p>
    const c = \`\${input.days / 2} working days\`
    const d = <p>Up to {maxSeats} seats for {days} days, {formatKm(km)} away, {name} answers</p>`
  expect(
    findHandMadeCounts('planted.tsx', planted).map(
      (line) => line.replaceAll(/\s+/g, ' ').split(' (use')[0],
    ),
  ).toEqual([
    'planted.tsx: bags bags',
    'planted.tsx: trip.seats seats,',
    'planted.tsx: km km',
    'planted.tsx: input.days / 2 working days',
  ])
})

test('a number formatted by hand is found', () => {
  const planted = 'rating.toFixed(1); `₦${naira}`; new Intl.NumberFormat(); sum.toLocaleString()'
  expect(findOwnFormatting('a.ts', planted)).toHaveLength(4)
})
