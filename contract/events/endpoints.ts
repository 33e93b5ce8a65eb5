import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint'

export const followEvents = endpoint({
  name: 'followEvents',
  summary:
    'What changes for me, as server-sent events: `event` is the kind, `data` which thing, `id` its place. `Last-Event-ID` goes on where one stopped; `once` ends when what was missed has been told; with `desk` also what my desk is told, where I may answer there',
  method: 'GET',
  path: '/v1/{p}/events',
  access: 'user',
  input: z.strictObject({ once: z.optional(z.literal('1')), desk: z.optional(z.literal('1')) }),
  output: z.unknown(),
  refusals: [],
  file: 'text/event-stream',
  streams: true,
})
