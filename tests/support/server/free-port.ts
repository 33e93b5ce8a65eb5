import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port below the range of outgoing connections, so that no outgoing connection takes this port. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(15_000, 32_000)
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  await new Promise((done) => probe.close(done))
  return isFree ? port : findFreePort()
}
