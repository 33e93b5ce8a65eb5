import { expect, type Page, type Request, type Route } from '@playwright/test'

/** A list that grows with the page's calls of our API. */
export function watchCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request)
  })
  return calls
}

/** A list that grows with what the page says to the console. */
export function watchConsole(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  return said
}

/** Answers a call with a refusal, as the server would. */
export function refuseWith(status: number, code = 'unexpected'): (route: Route) => Promise<void> {
  const problem = { status, code, title: code, detail: 'The test says no.', request_id: 'test' }
  return (route) =>
    route.fulfill({ status, contentType: 'application/problem+json', json: problem })
}

/** What went wrong is what the test brought about, and nothing else; it fails the test no more. */
export function expectOnly(faults: string[], wanted: RegExp): void {
  expect(faults.filter((fault) => !wanted.test(fault))).toEqual([])
  faults.length = 0
}
