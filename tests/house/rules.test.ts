import { describe, expect, test } from 'vitest'
import { rules } from './rules.ts'
import { readHouse } from './tree.ts'

// The violations of tests/house break the rules on purpose.
const house = readHouse(process.cwd()).filter(({ stem }) => !stem.endsWith('-violations'))

describe('the rules of the house which no linter can say', () => {
  test.for(rules.map((rule) => [rule.name, rule] as const))('%s', ([, rule]) => {
    expect(rule.broken(house)).toEqual([])
  })
})
