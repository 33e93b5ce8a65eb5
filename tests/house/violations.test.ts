import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ruleViolations } from './rule-violations.ts'
import { rules } from './rules.ts'
import { buildTinyHouse, type TinyHouse } from './tiny-house.ts'
import { compilerViolations, linterViolations, type ToolViolation } from './tool-violations.ts'
import { readHouse } from './tree.ts'

let house: TinyHouse
beforeAll(() => {
  house = buildTinyHouse()
})
afterAll(() => house.remove())

const brokenRules = () => {
  const files = readHouse(house.root)
  return rules.filter((rule) => rule.broken(files).length > 0).map(({ name }) => name)
}

const content = { ok: true, says: expect.any(String) }
const tools = [
  { name: 'tsc', args: ['-b'], violations: compilerViolations },
  { name: 'oxlint', args: ['--format=json'], violations: linterViolations },
] as const

describe.for(tools)('$name', ({ name, args, violations }) => {
  let planted: { ok: boolean; says: string }
  const said = ({ path }: ToolViolation) =>
    planted.says.split('\n').filter((line) => line.includes(path))

  test('is content with a house that keeps every rule', () => {
    expect(house.run(name, ...args)).toEqual(content)
  })

  // All violations exist at the same time, each in its own file, so that the tool runs once.
  test('fails when rules are broken', () => {
    const takeAway = violations.map(({ path, text }) => house.plant(path, text))
    planted = house.run(name, ...args)
    for (const take of takeAway) take()
    expect(planted.ok).toBe(false)
  })

  test.for(violations)('names: $what', (plant) => {
    expect(said(plant).join('\n')).toContain(plant.named)
  })

  test('is content again when the violations are gone', () => {
    expect(house.run(name, ...args)).toEqual(content)
  })
})

describe('our own rules', () => {
  test('are content with a house that keeps every rule', () => {
    expect(brokenRules()).toEqual([])
  })

  const each = Object.entries(ruleViolations).flatMap(([name, violations]) =>
    violations.map(([path, text]) => ({ name, path, text })),
  )
  test.for(each)('name: $name ($path)', ({ name, path, text }) => {
    const takeAway = house.plant(path, text)
    const broken = brokenRules()
    takeAway()
    expect(broken).toContain(name)
  })

  test('all have a plant', () => {
    expect(Object.keys(ruleViolations).toSorted()).toEqual(rules.map(({ name }) => name).toSorted())
  })
})
