import { beforeAll, expect, test } from 'vitest'
import { matchPath } from 'react-router-dom'
import { listRoutes } from '#lib/room'
import { findRoute } from '#src/app/find-route.ts'
import { registerAllRooms } from '#tests/client/fixtures/with-rooms'

beforeAll(registerAllRooms)

const exampleOf = (path: string) => path.replaceAll(/:\w+/g, 'Some-Thing')

test('each path leads to its own route, whatever its case and with a slash at its end', () => {
  const routes = listRoutes()
  expect(routes.length).toBeGreaterThan(80)
  for (const { path } of routes) {
    const example = exampleOf(path)
    for (const written of [example, `${example}/`, example.toUpperCase()])
      expect([written, findRoute(written).path]).toEqual([written, path])
  }
  for (const unknown of ['', '/nowhere', '/bookride/a/b/c'])
    expect([unknown, findRoute(unknown)]).toEqual([unknown, {}])
})

test('no path fits two routes with parameters', () => {
  const open = listRoutes().filter(({ path }) => path.includes(':'))
  expect(open.length).toBeGreaterThan(5)
  for (const { path } of open)
    expect([path, open.filter((one) => matchPath(one.path, exampleOf(path))).length]).toEqual([
      path,
      1,
    ])
})
