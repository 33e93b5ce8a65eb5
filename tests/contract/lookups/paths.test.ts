import { expect, test } from 'vitest'
import { endpoints } from '#contract/all'
import { lookupPaths } from '#contract/lookups/paths'

test('the service worker knows the path of every lookup list', () => {
  const lookups = endpoints.filter(({ cache }) => cache === 'lookup').map(({ path }) => path)
  expect(lookupPaths.toSorted()).toEqual(lookups.toSorted())
})
