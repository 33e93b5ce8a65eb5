import { beforeAll, expect, test } from 'vitest'
import { matchRoutes } from 'react-router-dom'
import { listRoutes } from '#lib/room'
import { findRoute } from '#src/app/find-route.ts'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

beforeAll(registerAllRooms)

const encode = (path: string) =>
  path.replaceAll(/[a-d]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)

test('each path leads to the route that the router chooses among all', () => {
  const routes = listRoutes()
  expect(routes.length).toBeGreaterThan(80)
  const examples = routes.map(({ path }) => path.replaceAll(/:\w+/g, 'Some-Thing'))
  const written = examples.flatMap((path) => [path, `${path}/`, path.toUpperCase(), encode(path)])
  for (const path of [...written, '', '/nowhere', '/bookride/a/b/c', '/brands/%2F', '/brands/%zz'])
    expect([path, findRoute(path).path]).toEqual([
      path,
      matchRoutes(
        routes.map((route) => ({ path: route.path })),
        path,
      )?.at(-1)?.route.path,
    ])
})

test('no path fits two routes with parameters', () => {
  const open = listRoutes().flatMap(({ path }) => (path.includes(':') ? [path.split('/')] : []))
  expect(open.length).toBeGreaterThan(5)
  const isFree = (part: string | undefined) => part?.startsWith(':')
  const overlaps = (one: string[], other: string[]) =>
    one.length === other.length &&
    one.every((part, at) => part === other[at] || isFree(part) || isFree(other[at]))
  for (const one of open)
    expect([one, open.filter((other) => overlaps(one, other)).length]).toEqual([one, 1])
})
