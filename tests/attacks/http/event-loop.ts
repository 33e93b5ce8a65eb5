import { request } from 'node:http'
import type { WatchedServer } from '#tests/support/server/watched-server'

/** Milliseconds for which one request may block all others. */
const longestStandstill = 100

export interface Probe {
  name: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** Sends probes to a watched server, and reports which of them broke it or blocked other requests. */
export function aLoopProbe({ origin, port, standstill }: WatchedServer) {
  /** Sends the bytes unchanged: no client normalises the URL. */
  function fire({ method, path, headers = {}, body }: Probe): Promise<number> {
    return new Promise((done, failed) => {
      const sent = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
        answer.resume()
        answer.on('end', () => done(answer.statusCode ?? 0))
      })
      // The server rejects a body that is too long without reading all of it. Sending then fails, which counts as 413.
      sent.on('error', (error) =>
        /EPIPE|ECONNRESET/.test(String(error)) ? done(413) : failed(error),
      )
      sent.end(body)
    })
  }

  /**
   * Sends a probe and checks meanwhile that the server answers. Judges the fastest of up to eight rounds, because a
   * busy machine slows some of them; a request that really costs too much is slow in all of them.
   */
  async function complaintAbout(shot: Probe): Promise<string | undefined> {
    let least = Infinity
    for (let round = 0; round < 8 && least > longestStandstill; round += 1) {
      await standstill()
      const [status, alive] = await Promise.all([fire(shot), fetch(`${origin}/healthz`)])
      if (status >= 500 || !alive.ok) return `${shot.name}: ${status}`
      least = Math.min(least, await standstill())
    }
    return least > longestStandstill
      ? `${shot.name}: stood still for ${Math.round(least)} ms`
      : undefined
  }

  async function complaints(shots: readonly Probe[]): Promise<string[]> {
    const found: string[] = []
    for (const shot of shots) found.push((await complaintAbout(shot)) ?? '')
    return found.filter((one) => one !== '')
  }

  return { fire, complaints }
}
