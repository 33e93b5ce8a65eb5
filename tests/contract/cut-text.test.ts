import { expect, test } from 'vitest'
import { cutText } from '#contract/cut-text'
import { text } from '#contract/shapes'

test('a long name in any script is cut between two letters, so that the server takes it', () => {
  const adlam = `A${'𞤀'.repeat(40)}`
  const cut = cutText(adlam, 60)
  expect(cut).toBe(`A${'𞤀'.repeat(29)}`)
  expect(text(1, 60).safeParse(cut).success).toBe(true)
  expect(text(1, 60).safeParse(adlam.slice(0, 60)).success).toBe(false)
  expect(cutText(adlam, 61)).toBe(`A${'𞤀'.repeat(30)}`)
  expect(cutText('Musa Bello', 60)).toBe('Musa Bello')
})
