import { startProxy } from './proxy.ts'

/** What clients sent: the names of their start-up settings, and of the statements that they prepared ('' for none). */
interface Recording {
  startup: string[]
  prepared: string[]
}

/**
 * Starts a proxy in front of PostgreSQL that records which settings and prepared statements clients use; `close`
 * returns them. See the message formats of PostgreSQL's frontend/backend protocol.
 */
export async function aRecordingProxy(
  url: string,
): Promise<{ url: string; close: () => Promise<Recording> }> {
  const sent: Buffer[][] = []
  const proxy = await startProxy(url, (near, far) => {
    const parts: Buffer[] = []
    sent.push(parts)
    near.on('data', (bytes) => parts.push(bytes))
    near.pipe(far).pipe(near)
  })
  return {
    url: proxy.url,
    close: async () => {
      await new Promise((resolve) => proxy.server.close(resolve))
      const streams = sent.map((parts) => Buffer.concat(parts))
      return {
        startup: [...new Set(streams.flatMap(readStartup))],
        prepared: streams.flatMap(readPrepared),
      }
    },
  }
}

/** Reads the names in the first message: length, version, then pairs of texts that end with a zero byte. */
function readStartup(stream: Buffer): string[] {
  const texts = stream.toString('utf8', 8, stream.readUInt32BE(0)).split('\0')
  return texts.filter((text, at) => at % 2 === 0 && text !== '')
}

/** Reads the names in the `Parse` messages: type, length, then the name, which ends with a zero byte. */
function readPrepared(stream: Buffer): string[] {
  const names: string[] = []
  for (let at = stream.readUInt32BE(0); at < stream.length; at += 1 + stream.readUInt32BE(at + 1))
    if (stream.toString('latin1', at, at + 1) === 'P')
      names.push(stream.toString('utf8', at + 5, stream.indexOf(0, at + 5)))
  return names
}
