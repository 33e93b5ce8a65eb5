import { followEvents } from '#contract/events/endpoints'
import { eventKinds, heartbeatSeconds, type EventKind } from '#contract/events/rules'
import { makeCallUrl } from '#contract/endpoint'
import { fetchProfile } from '#contract/profile/endpoints'
import { call } from '#lib/api'
import { openStream } from '#lib/api/stream'
import { recordAnswerReceived } from '#lib/online'

export interface StreamEvent {
  /** The position of the event in the stream; undefined for events that are never sent again, such as `typing`. */
  id: string | undefined
  kind: EventKind
  subject: string
}

/**
 * Opens this device's stream and reads it to its end. `since` is the last received position. With `once`, the stream
 * ends after the missed events. With `desk`, it includes those of the user's desk. Resolves with the HTTP status, or 0
 * if there was no answer or the stream fell silent. Never rejects.
 */
export async function readEvents(
  {
    since,
    once,
    desk,
    signal,
  }: { since: string | undefined; once: boolean; desk: boolean; signal: AbortSignal },
  onTold: (told: StreamEvent) => void,
): Promise<number> {
  const control = new AbortController()
  const stop = () => control.abort()
  signal.addEventListener('abort', stop)
  let silence = setTimeout(stop, quiet_ms)
  try {
    const address = makeCallUrl(followEvents, {
      ...(once && { once: '1' }),
      ...(desk && { desk: '1' }),
    })
    const response = await openStream(address, since, control.signal)
    const type = response.headers.get('content-type') ?? ''
    if (response.status === 401) await renewToken()
    if (!response.ok || response.body === null || !type.startsWith('text/event-stream'))
      return response.ok ? 0 : response.status
    recordAnswerReceived()
    const reader = response.body.getReader()
    const text = new TextDecoder()
    for (let rest = ''; ;) {
      const { done, value } = await reader.read()
      if (done) return 200
      clearTimeout(silence)
      silence = setTimeout(stop, quiet_ms)
      const blocks = (rest + text.decode(value, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const told of blocks.flatMap(parseEventBlock)) onTold(told)
    }
  } catch {
    return 0
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    control.abort()
  }
}

const quiet_ms = heartbeatSeconds * 2000 + 5000

/** Renews an expired token by making a call, since every call with a token does so. */
const renewToken = () => call(fetchProfile, {}).catch(() => undefined)

/** Returns the event in one block of the stream; an empty list for keep-alives and unknown kinds. */
function parseEventBlock(block: string): StreamEvent[] {
  const fields = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()]
    }),
  )
  const kind = eventKinds.find((one) => one === fields.get('event'))
  return kind === undefined
    ? []
    : [{ kind, id: fields.get('id'), subject: fields.get('data') ?? '' }]
}
