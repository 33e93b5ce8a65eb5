import { expect, test } from 'vitest'
import { describeCover, describeDeclaredValue, prohibitedGoods } from '#contract/parcels/goods'
import { questionGroups } from '#src/features/site/questions/index.ts'
import { parcelTypes } from '#server/db/base/parcels'

test('a parcel without a declared value is not worth nothing, and without cover nothing is paid up to ₦0', () => {
  expect([describeDeclaredValue(0), describeDeclaredValue(2_500_000)]).toEqual([
    'Not declared',
    '₦25,000',
  ])
  expect([describeCover(0), describeCover(2_000_000)]).toEqual(['Not covered', '₦20,000'])
})

test('what nobody may send is one list, and no kind of goods that we carry is on it', () => {
  const goods = [...prohibitedGoods.everywhere, ...prohibitedGoods.parcels]
  const questions = questionGroups.flatMap((group) => group.questions)
  const answer = questions.find(({ id }) => id === 'not-allowed')?.answer ?? []
  expect(answer.filter((line) => line.startsWith('- '))).toEqual(goods.map((one) => `- ${one}`))
  const all = goods.join('; ').toLowerCase()
  for (const { name } of parcelTypes)
    for (const word of name.toLowerCase().match(/[a-z]{5,}/g) ?? [])
      expect(all.includes(word) && word, name).toBe(word === 'medicine' && word)
})
