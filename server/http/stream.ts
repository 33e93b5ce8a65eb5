import type { FastifyReply } from 'fastify'
import { endDatabaseTimeout } from '#server/db/current-work'
import type { StreamAnswer } from '#server/platform/live'
import type { HttpAnswer } from './http-answer.ts'

/** The maximum number of bytes that wait for a slow reader. Above it the stream ends, and the reader reconnects. */
const maxWaitingBytes = 64 * 1024

/** Sends an answer that stays open until its reader leaves or is too slow, or until its source ends it. */
export function sendStream(
  reply: FastifyReply,
  { status, headers, body }: HttpAnswer,
  follow: NonNullable<StreamAnswer['follow']>,
): FastifyReply {
  const { raw } = reply
  endDatabaseTimeout()
  reply.hijack()
  raw.socket?.setNoDelay(true)
  // Close the connection together with the stream.
  raw.writeHead(status, { ...plain(reply.getHeaders()), ...headers, connection: 'close' })
  raw.write(body)
  const leave = follow({
    write: (text) => {
      if (raw.writableLength > maxWaitingBytes) return false
      raw.write(text)
      return true
    },
    end: () => {
      // A reader that reads nothing would keep the stream open for ever.
      if (raw.writableLength > maxWaitingBytes) raw.destroy()
      else raw.end()
    },
  })
  raw.once('close', leave)
  raw.on('error', () => {})
  return reply
}

const plain = (headers: Record<string, number | string | string[] | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
