import { serverNow } from '#lib/clock'
import { showTime } from '#lib/format'
import type { OutboxItem } from '#lib/outbox'

/** Why the server put it off, in its own words, and when it goes out; undefined where it put nothing off. */
export const putOffWords = ({ state, said, next_at }: OutboxItem) =>
  state === 'waiting' && said && next_at > serverNow()
    ? `${said.detail} It is sent at ${showTime(next_at)}.`
    : undefined
