import { type AddressInfo, createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database/test-database'
import { makeDepsWithoutServer, runJob } from '#tests/support/server/jobs'

const { db } = await testDatabase()
let connections = 0
const recipients: string[] = []

/** A mail server that accepts everything. */
const mailServer = createServer((socket) => {
  connections += 1
  let isMessage = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  const answer = (line: string): string | undefined => {
    if (isMessage) {
      isMessage = line !== '.'
      return isMessage ? undefined : '250 accepted'
    }
    if (line.startsWith('RCPT')) recipients.push(/<(.*)>/.exec(line)?.[1] ?? '')
    isMessage = line === 'DATA'
    return isMessage ? '354 go on' : '250 ok'
  }
  say('220 mail.example ready')
  createInterface({ input: socket }).on('line', (line) => {
    const words = answer(line)
    if (words !== undefined) say(words)
  })
  socket.on('error', () => {})
})
await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done))
afterAll(() => mailServer.close())

const { port } = mailServer.address() as AddressInfo
const deps = makeDepsWithoutServer(db)
const config = { ...deps.config, smtp_url: `smtp://127.0.0.1:${port}`, smtp_requires_tls: false }

const send = (numbers: readonly number[]) =>
  Promise.all(
    numbers.map((n) =>
      runJob({ ...deps, config }, 'mail.send', {
        to: `${n}@people.example`,
        subject: 'Your bus',
        text: 'It leaves at 7.',
      }),
    ),
  )

test('mails share a few connections to the mail server, which stay open for the next ones', async () => {
  await send(Array.from({ length: 60 }, (_, n) => n))
  expect(recipients).toHaveLength(60)
  expect(connections).toBeLessThanOrEqual(16)
  const before = connections
  await send([60])
  expect(recipients.at(-1)).toBe('60@people.example')
  expect(connections).toBe(before)
})
