/** One event of a stream, as a device reads it; `id` is undefined for transient events. */
export interface DeviceEvent {
  id: number | undefined
  kind: string
  subject: string
}

/** A listening device, with the events it has received. */
export interface StreamDevice {
  heard: DeviceEvent[]
  /** Calls `hear` with each event from now on, as it arrives. */
  onHeard: (hear: (one: DeviceEvent) => void) => void
  /** Resolves once `is` returns true for the received events; rejects if the stream ends first. */
  until: (is: (heard: readonly DeviceEvent[]) => boolean) => Promise<void>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close: () => void
  /** The id of the last received event that has one; undefined if none has. */
  last: () => number | undefined
}

/** Opens an event stream at a listening server. Throws with the status if it is refused. */
export async function aStream(
  origin: string,
  token: string,
  { since, desk = false }: { since?: number | undefined; desk?: boolean } = {},
): Promise<StreamDevice> {
  const control = new AbortController()
  const response = await fetch(`${origin}/api/v1/waka/events${desk ? '?desk=1' : ''}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(since !== undefined && { 'last-event-id': String(since) }),
    },
    signal: control.signal,
  })
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    throw new Error(`the stream answered ${response.status}`)
  }
  const heard: DeviceEvent[] = []
  const waiting = new Set<() => void>()
  const listeners: ((one: DeviceEvent) => void)[] = []
  let isOver = false
  const reading = read(response.body, (one) => {
    heard.push(one)
    for (const hear of listeners) hear(one)
    for (const look of waiting) look()
  })
    .catch(() => undefined)
    .then(() => {
      isOver = true
      for (const look of waiting) look()
    })
  return {
    heard,
    onHeard: (hear) => void listeners.push(hear),
    ended: reading,
    close: () => control.abort(),
    last: () => heard.findLast(({ id }) => id !== undefined)?.id,
    until: (is) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!is(heard) && !isOver) return
          waiting.delete(look)
          if (is(heard)) resolve()
          else reject(new Error(`the stream ended after ${JSON.stringify(heard)}`))
        }
        waiting.add(look)
        look()
      }),
  }
}

async function read(body: ReadableStream<Uint8Array>, onEvent: (one: DeviceEvent) => void) {
  const text = new TextDecoder()
  let rest = ''
  for await (const bytes of body) {
    const blocks = (rest + text.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      )
      const kind = fields.get('event')
      const id = fields.get('id')
      if (kind !== undefined)
        onEvent({
          kind,
          subject: fields.get('data') ?? '',
          id: id === undefined ? undefined : Number(id),
        })
    }
  }
}
